package dev.relaybench.report.svg;

import java.util.Locale;

/// The colours of figures. Each is written as a presentation attribute, which works without a style sheet, and as a
/// class, by which the page's style sheet replaces it on a dark ground.
enum Ink {
    TEXT("#1f2328"),
    QUIET("#59636e"),
    AXIS("#d1d9e0"),
    STRIP("#eef1f4"),
    FAULT("#c4382d"),
    FAULT_BAND("#fbe3df"),
    HEAL("#2463b8"),
    RECOVERED("#1a7f4b"),
    BOUND("#1f2328"),
    SPAN("#e3e8ee"),
    PRIMARY("#2463b8"),
    PRIMARY_AREA("#dbe8f9"),
    SECONDARY("#a65a00"),
    STALL("#8250c4");

    private final String color;

    Ink(String color) {
        this.color = color;
    }

    String color() {
        return color;
    }

    /// Name of the class, without the prefix that says whether it fills (`f-`) or draws (`s-`).
    String style() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}

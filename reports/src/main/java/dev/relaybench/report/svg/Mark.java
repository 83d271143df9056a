package dev.relaybench.report.svg;

import dev.relaybench.report.model.Numbers;
import dev.relaybench.report.run.VerdictRecord.Trial;
import dev.relaybench.report.svg.Svg.Anchor;
import dev.relaybench.report.svg.Svg.Box;
import java.util.ArrayList;
import java.util.List;

/// An instant of a trial, drawn across all lanes.
record Mark(Kind kind, double atMillis, String label) {
    /// What happened. Each has a colour, a dash and a shape.
    enum Kind {
        FAULT("fault", Ink.FAULT, "", "▼"),
        HEAL("healed", Ink.HEAL, "", "▲"),
        RECOVERED("recovered", Ink.RECOVERED, "", "●"),
        BOUND("bound", Ink.BOUND, "6 4", "◇"),
        ALLOWED("bound and allowance", Ink.BOUND, "2 3", "◆");

        private final String word;
        private final Ink ink;
        private final String dash;
        private final String shape;

        Kind(String word, Ink ink, String dash, String shape) {
            this.word = word;
            this.ink = ink;
            this.dash = dash;
            this.shape = shape;
        }
    }

    static List<Mark> of(Trial trial) {
        List<Mark> marks = new ArrayList<>();
        marks.add(new Mark(Kind.FAULT, trial.faultAtMillis(), "fault " + Numbers.at(trial.faultAtMillis())));
        Double healed = trial.healedAtMillis();
        if (healed != null) {
            marks.add(new Mark(Kind.HEAL, healed, "healed " + Numbers.at(healed)));
        }
        Double recovered = trial.recoveredAtMillis();
        var recovery = trial.recovery();
        if (recovered != null) {
            String after = recovery == null ? Numbers.at(recovered) : "after " + Numbers.millis(recovery.lastMillis());
            marks.add(new Mark(Kind.RECOVERED, recovered, "recovered " + after));
        }
        Double origin = trial.originAtMillis();
        if (origin != null) {
            double bound = trial.bound().millis();
            marks.add(new Mark(Kind.BOUND, origin + bound, "bound " + Numbers.millis(bound)));
            marks.add(new Mark(
                    Kind.ALLOWED, origin + trial.allowedMillis(), "allowed " + Numbers.millis(trial.allowedMillis())));
        }
        return marks;
    }

    void line(Svg svg, Scale window, double top, double bottom) {
        if (!window.covers(atMillis)) {
            return;
        }
        double x = window.pixel(atMillis);
        svg.line(kind.ink, kind == Kind.RECOVERED ? 2 : 1.25, new Box(x, top, 0, bottom - top));
        if (!kind.dash.isEmpty()) {
            svg.attribute("stroke-dasharray", kind.dash);
        }
        svg.close();
        svg.label(kind.ink, x, top - 2, Anchor.MIDDLE, kind.shape);
    }

    /// What the shapes mean, in one line.
    static void legend(Svg svg, double x, double y) {
        double at = x;
        for (Kind kind : Kind.values()) {
            svg.line(kind.ink, kind == Kind.RECOVERED ? 2 : 1.25, new Box(at, y - 4, 22, 0));
            if (!kind.dash.isEmpty()) {
                svg.attribute("stroke-dasharray", kind.dash);
            }
            svg.close();
            String words = kind.shape + " " + kind.word;
            svg.label(Ink.QUIET, at + 27, y, Anchor.START, words);
            at += 27 + words.length() * 6.6 + 20;
        }
    }
}

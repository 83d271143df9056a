package dev.relaybench.report.svg;

import dev.relaybench.report.svg.Svg.Anchor;
import dev.relaybench.report.svg.Svg.Box;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/// A strip of the timeline with an axis of its own.
///
/// @param title what it shows
/// @param unit unit of its axis
/// @param divisor from the unit of the samples to that of the axis
/// @param lines what is drawn, the most important last
record Lane(String title, String unit, double divisor, List<Curve> lines) {
    private static final List<String> DASHES = List.of("", "6 3", "2 3");

    /// A line of a lane.
    record Curve(String name, Series series, Ink ink) {}

    void draw(Svg svg, Scale window, Box place) {
        double greatest = lines.stream()
                .mapToDouble(line -> line.series().greatest(window))
                .max()
                .orElse(0);
        Scale values = Scale.upTo(greatest / divisor, place.bottom(), place.y());
        Scale raw = new Scale(0, values.to() * divisor, place.bottom(), place.y());
        svg.label(Ink.TEXT, 0, place.y() + 10, Anchor.START, title);
        svg.label(Ink.QUIET, 0, place.y() + 25, Anchor.START, unit);
        for (double tick : values.ticks(3)) {
            double y = values.pixel(tick);
            svg.line(Ink.AXIS, 1, new Box(place.x(), y, place.width(), 0)).close();
            svg.label(Ink.QUIET, place.x() - 8, y + 4, Anchor.END, Scale.words(tick));
        }
        if (lines.isEmpty()) {
            svg.label(
                    Ink.QUIET,
                    place.x() + place.width() / 2,
                    place.y() + place.height() / 2,
                    Anchor.MIDDLE,
                    "no samples");
        }
        for (int i = 0; i < lines.size(); i++) {
            Curve line = lines.get(i);
            List<double[]> points = line.series().pixels(window, raw);
            if (lines.size() == 1) {
                area(svg, points, place.bottom());
            }
            svg.open("polyline")
                    .attribute("points", text(points))
                    .stroke(line.ink(), 1.5)
                    .attribute("stroke-linejoin", "round");
            String dash = DASHES.get((lines.size() - 1 - i) % DASHES.size());
            if (!dash.isEmpty()) {
                svg.attribute("stroke-dasharray", dash);
            }
            svg.close();
        }
        if (lines.size() > 1) {
            names(svg, place);
        }
    }

    private void names(Svg svg, Box place) {
        double y = place.y() + 41;
        for (int i = lines.size() - 1; i >= 0; i--) {
            String dash = DASHES.get((lines.size() - 1 - i) % DASHES.size());
            svg.line(lines.get(i).ink(), 1.5, new Box(0, y - 4, 14, 0));
            if (!dash.isEmpty()) {
                svg.attribute("stroke-dasharray", dash);
            }
            svg.close();
            svg.label(Ink.QUIET, 18, y, Anchor.START, lines.get(i).name());
            y += 15;
        }
    }

    private static void area(Svg svg, List<double[]> points, double bottom) {
        if (points.size() < 2) {
            return;
        }
        List<double[]> closed = new ArrayList<>();
        closed.add(new double[] {points.getFirst()[0], bottom});
        closed.addAll(points);
        closed.add(new double[] {points.getLast()[0], bottom});
        svg.open("polygon")
                .attribute("points", text(closed))
                .attribute("opacity", "0.7")
                .fill(Ink.PRIMARY_AREA)
                .close();
    }

    private static String text(List<double[]> points) {
        return points.stream()
                .map(point -> Svg.number(point[0]) + "," + Svg.number(point[1]))
                .collect(Collectors.joining(" "));
    }
}

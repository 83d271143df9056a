package dev.relaybench.report.svg;

import dev.relaybench.report.model.Numbers;
import dev.relaybench.report.model.Row;
import dev.relaybench.report.model.Status;
import dev.relaybench.report.run.Judgement;
import dev.relaybench.report.run.VerdictRecord.Recovery;
import dev.relaybench.report.run.VerdictRecord.Trial;
import dev.relaybench.report.svg.Svg.Anchor;
import dev.relaybench.report.svg.Svg.Box;
import java.util.List;

/// The trials of a row beside their bound: one line each, seconds from the origin.
public final class TrialChart {
    private static final double WIDTH = 960;
    private static final double LEFT = 124;
    private static final double RIGHT = WIDTH - 150;
    private static final double LINE = 30;
    private static final double TOP = 8;

    private TrialChart() {}

    /// The figure. The row has at least one trial.
    public static Svg of(Row row) {
        List<Trial> trials = row.trials();
        double greatest = trials.stream().mapToDouble(TrialChart::reach).max().orElse(1);
        Scale scale = Scale.upTo(greatest / 1000, LEFT, RIGHT);
        double bottom = TOP + trials.size() * LINE;
        Svg svg = new Svg(row.id() + "-trials", new Svg.Size(WIDTH, bottom + 66), title(row), description(trials));
        for (double tick : scale.ticks(8)) {
            double x = scale.pixel(tick);
            svg.line(Ink.AXIS, 1, new Box(x, TOP, 0, bottom - TOP)).close();
            svg.label(Ink.QUIET, x, bottom + 18, Anchor.MIDDLE, Scale.words(tick));
        }
        svg.label(Ink.QUIET, 0, bottom + 18, Anchor.START, "s from the origin");
        for (int i = 0; i < trials.size(); i++) {
            trial(svg, trials.get(i), scale, TOP + i * LINE + LINE / 2);
        }
        legend(svg, bottom + 56);
        return svg;
    }

    private static double reach(Trial trial) {
        Recovery recovery = trial.recovery();
        return Math.max(trial.allowedMillis(), recovery == null ? 0 : recovery.lastMillis());
    }

    private static void trial(Svg svg, Trial trial, Scale scale, double y) {
        svg.label(Ink.TEXT, 0, y + 4, Anchor.START, "trial " + trial.index());
        double bound = scale.pixel(trial.bound().millis() / 1000);
        double allowed = scale.pixel(trial.allowedMillis() / 1000);
        svg.box(Ink.SPAN, new Box(LEFT, y - 8, bound - LEFT, 16));
        svg.line(Ink.BOUND, 1.25, new Box(bound, y - 11, 0, 22))
                .attribute("stroke-dasharray", "6 4")
                .close();
        svg.line(Ink.BOUND, 1.25, new Box(allowed, y - 11, 0, 22))
                .attribute("stroke-dasharray", "2 3")
                .close();
        Recovery recovery = trial.recovery();
        if (recovery == null) {
            svg.label(Ink.FAULT, RIGHT + 14, y + 4, Anchor.START, "✕ not all rows came");
            return;
        }
        Ink ink = trial.judgement() == Judgement.BROKEN ? Ink.FAULT : Ink.PRIMARY;
        double first = scale.pixel(recovery.firstMillis() / 1000);
        double median = scale.pixel(recovery.medianMillis() / 1000);
        double last = scale.pixel(recovery.lastMillis() / 1000);
        svg.line(ink, 2, new Box(first, y, last - first, 0)).close();
        svg.line(ink, 2, new Box(first, y - 4, 0, 8)).close();
        svg.line(ink, 2, new Box(median, y - 6, 0, 12)).close();
        svg.open("circle")
                .attribute("cx", last)
                .attribute("cy", y)
                .attribute("r", 4.5)
                .fill(ink)
                .close();
        svg.label(
                ink,
                RIGHT + 14,
                y + 4,
                Anchor.START,
                Status.of(trial.judgement()).shape() + " " + Numbers.millis(recovery.lastMillis()));
    }

    private static void legend(Svg svg, double y) {
        svg.box(Ink.SPAN, new Box(LEFT, y - 11, 22, 14));
        svg.label(Ink.QUIET, LEFT + 28, y, Anchor.START, "promised");
        svg.line(Ink.BOUND, 1.25, new Box(LEFT + 110, y - 4, 22, 0))
                .attribute("stroke-dasharray", "6 4")
                .close();
        svg.label(Ink.QUIET, LEFT + 138, y, Anchor.START, "bound");
        svg.line(Ink.BOUND, 1.25, new Box(LEFT + 200, y - 4, 22, 0))
                .attribute("stroke-dasharray", "2 3")
                .close();
        svg.label(Ink.QUIET, LEFT + 228, y, Anchor.START, "bound and allowance");
        svg.line(Ink.PRIMARY, 2, new Box(LEFT + 372, y - 4, 30, 0)).close();
        svg.line(Ink.PRIMARY, 2, new Box(LEFT + 372, y - 8, 0, 8)).close();
        svg.line(Ink.PRIMARY, 2, new Box(LEFT + 386, y - 10, 0, 12)).close();
        svg.open("circle")
                .attribute("cx", LEFT + 402)
                .attribute("cy", y - 4)
                .attribute("r", 4.5)
                .fill(Ink.PRIMARY)
                .close();
        svg.label(Ink.QUIET, LEFT + 414, y, Anchor.START, "first, median and last affected row");
    }

    private static String title(Row row) {
        return row.scenario() + ", " + row.relay() + ": recovery of each trial beside its bound";
    }

    private static String description(List<Trial> trials) {
        StringBuilder text = new StringBuilder();
        for (Trial trial : trials) {
            Recovery recovery = trial.recovery();
            text.append("Trial ")
                    .append(trial.index())
                    .append(": last row ")
                    .append(recovery == null ? "never" : "after " + Numbers.millis(recovery.lastMillis()))
                    .append(", bound ")
                    .append(Numbers.millis(trial.bound().millis()))
                    .append(", allowed ")
                    .append(Numbers.millis(trial.allowedMillis()))
                    .append(". ");
        }
        return text.toString().strip();
    }
}

package dev.relaybench.report.svg;

import dev.relaybench.report.model.Row;
import dev.relaybench.report.run.Sample;
import dev.relaybench.report.run.VerdictRecord;
import dev.relaybench.report.run.VerdictRecord.Phase;
import dev.relaybench.report.run.VerdictRecord.Trial;
import dev.relaybench.report.svg.Lane.Curve;
import dev.relaybench.report.svg.Svg.Anchor;
import dev.relaybench.report.svg.Svg.Box;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;

/// A run over time: phases, faults and recoveries above backlog, rates and lag, all on one axis.
public final class Timeline {
    private static final double WIDTH = 960;
    private static final double LEFT = 124;
    private static final double RIGHT = WIDTH - 16;
    private static final double LANE = 84;
    private static final double GAP = 18;
    private static final double STRIP = 20;
    private static final double LABEL = 15;

    private final Row row;
    private final List<Sample> samples;
    private final List<Trial> trials;
    private final Scale window;
    private final boolean labelled;

    private Timeline(Row row, List<Sample> samples, List<Trial> trials, Scale window, boolean labelled) {
        this.row = row;
        this.samples = samples;
        this.trials = trials;
        this.window = window;
        this.labelled = labelled;
    }

    /// The whole run with all its trials.
    public static Svg ofRun(Row row, List<Sample> samples) {
        double end = Math.max(1000, endMillis(row, samples));
        return new Timeline(row, samples, row.trials(), new Scale(0, end, LEFT, RIGHT), false).draw(row.id() + "-run");
    }

    /// One trial, from a little before its fault to a little after its end, with its instants in words.
    public static Svg ofTrial(Row row, Trial trial, List<Sample> samples) {
        List<Double> instants =
                Mark.of(trial).stream().map(Mark::atMillis).sorted().toList();
        double first = instants.getFirst();
        double last = instants.getLast();
        double margin = Math.max(500, (last - first) * 0.15);
        Scale window = new Scale(Math.max(0, first - margin), last + margin, LEFT, RIGHT);
        return new Timeline(row, samples, List.of(trial), window, true).draw(row.id() + "-trial-" + trial.index());
    }

    private static double endMillis(Row row, List<Sample> samples) {
        double sampled = samples.stream().mapToDouble(Sample::atMillis).max().orElse(0);
        double phased = row.verdict().stream()
                .flatMap(verdict -> verdict.phases().stream())
                .mapToDouble(Phase::endMillis)
                .max()
                .orElse(0);
        double marked = row.trials().stream()
                .flatMap(trial -> Mark.of(trial).stream())
                .mapToDouble(Mark::atMillis)
                .max()
                .orElse(0);
        return Math.max(sampled, Math.max(phased, marked));
    }

    private Svg draw(String id) {
        List<Mark> marks =
                trials.stream().flatMap(trial -> Mark.of(trial).stream()).toList();
        double labels = labelled ? 5 * LABEL : LABEL;
        double top = STRIP + labels + 18;
        List<Lane> lanes = lanes();
        double bottom = top + lanes.size() * (LANE + GAP) - GAP;
        double stalls = bottom + 12;
        Svg svg = new Svg(id, new Svg.Size(WIDTH, stalls + 74), title(), description());
        phases(svg);
        for (Trial trial : trials) {
            band(svg, trial, top, bottom);
        }
        for (int i = 0; i < lanes.size(); i++) {
            lanes.get(i).draw(svg, window, new Box(LEFT, top + i * (LANE + GAP), RIGHT - LEFT, LANE));
        }
        marks.forEach(mark -> mark.line(svg, window, top, bottom));
        if (labelled) {
            labels(svg, marks);
        } else {
            trials.forEach(trial -> number(svg, trial));
        }
        stalls(svg, stalls);
        axis(svg, stalls + 12);
        Mark.legend(svg, LEFT, stalls + 66);
        return svg;
    }

    private List<Lane> lanes() {
        List<Curve> rates = new ArrayList<>();
        Series.of(samples, "committed").forEach(each -> rates.add(new Curve("committed", each, Ink.SECONDARY)));
        Series.of(samples, "published").forEach(each -> rates.add(new Curve("published", each, Ink.PRIMARY)));
        return List.of(
                new Lane("Backlog", "rows", 1, bySubject("backlog")),
                new Lane("Rate", "rows/s", 1, rates),
                new Lane("Lag", "s", 1000, bySubject("lag")));
    }

    private List<Curve> bySubject(String metric) {
        List<Curve> curves = new ArrayList<>();
        for (Series series : Series.of(samples, metric).reversed()) {
            curves.add(new Curve(series.subject(), series, curves.isEmpty() ? Ink.PRIMARY : Ink.SECONDARY));
        }
        return curves;
    }

    private void phases(Svg svg) {
        svg.label(Ink.QUIET, 0, 14, Anchor.START, "phase");
        List<Phase> phases = row.verdict().map(VerdictRecord::phases).orElse(List.of());
        for (Phase phase : phases) {
            double from = Math.max(window.from(), phase.startMillis());
            double to = Math.min(window.to(), phase.endMillis());
            if (to <= from) {
                continue;
            }
            double x = window.pixel(from);
            double width = window.pixel(to) - x;
            svg.box(phase.name().equals("FAULT") ? Ink.FAULT_BAND : Ink.STRIP, new Box(x, 0, width - 1, STRIP));
            String words = phase.name().toLowerCase(Locale.ROOT).replace('_', ' ');
            if (words.length() * 6.4 + 10 < width) {
                svg.label(Ink.QUIET, x + 5, 14, Anchor.START, words);
            }
        }
    }

    private void band(Svg svg, Trial trial, double top, double bottom) {
        Double healed = trial.healedAtMillis();
        double from = Math.max(window.from(), trial.faultAtMillis());
        double to = Math.min(window.to(), healed == null ? window.to() : healed);
        if (to > from) {
            svg.box(
                    Ink.FAULT_BAND,
                    new Box(window.pixel(from), top, window.pixel(to) - window.pixel(from), bottom - top));
        }
    }

    private void number(Svg svg, Trial trial) {
        if (window.covers(trial.faultAtMillis())) {
            svg.label(
                    Ink.FAULT,
                    window.pixel(trial.faultAtMillis()),
                    STRIP + LABEL,
                    Anchor.MIDDLE,
                    "fault " + trial.index());
        }
    }

    /// A line of text for each mark: two instants may lie on one pixel. The texts lean to the middle, and are stacked
    /// so that no mark's leader runs through the text of another.
    private void labels(Svg svg, List<Mark> marks) {
        Comparator<Mark> byTime = Comparator.comparingDouble(Mark::atMillis);
        List<Mark> ordered = new ArrayList<>(
                marks.stream().filter(mark -> !isRight(mark)).sorted(byTime).toList());
        ordered.addAll(
                marks.stream().filter(this::isRight).sorted(byTime.reversed()).toList());
        double y = STRIP + LABEL;
        for (Mark mark : ordered) {
            double x = window.pixel(mark.atMillis());
            boolean right = isRight(mark);
            svg.label(Ink.TEXT, right ? x - 8 : x + 8, y, right ? Anchor.END : Anchor.START, mark.label());
            svg.line(Ink.QUIET, 0.75, new Box(x, y - 4, right ? -5 : 5, 0)).close();
            svg.line(Ink.QUIET, 0.75, new Box(x, y - 4, 0, STRIP + 5 * LABEL + 8 - y))
                    .close();
            y += LABEL;
        }
    }

    private boolean isRight(Mark mark) {
        return window.pixel(mark.atMillis()) > (LEFT + RIGHT) / 2;
    }

    private void stalls(Svg svg, double y) {
        svg.label(Ink.QUIET, 0, y + 4, Anchor.START, "host stalls");
        for (Series series : Series.of(samples, "stall")) {
            for (Sample stall : series.samples()) {
                if (window.covers(stall.atMillis()) && stall.value() > 0) {
                    double x = window.pixel(stall.atMillis());
                    svg.line(Ink.STALL, 2, new Box(x, y - 5, 0, 10)).close();
                }
            }
        }
    }

    private void axis(Svg svg, double y) {
        svg.line(Ink.QUIET, 1, new Box(LEFT, y, RIGHT - LEFT, 0)).close();
        Scale seconds = new Scale(window.from() / 1000, window.to() / 1000, LEFT, RIGHT);
        for (double tick : seconds.ticks(10)) {
            double x = seconds.pixel(tick);
            svg.line(Ink.QUIET, 1, new Box(x, y, 0, 5)).close();
            svg.label(Ink.QUIET, x, y + 18, Anchor.MIDDLE, Scale.words(tick));
        }
        svg.label(Ink.QUIET, 0, y + 18, Anchor.START, "s since run start");
    }

    private String title() {
        String which = labelled ? "trial " + trials.getFirst().index() : "the whole run";
        return row.scenario() + ", " + row.relay() + ": " + which;
    }

    private String description() {
        StringBuilder text = new StringBuilder("Backlog, rates and lag over time.");
        for (Trial trial : trials) {
            text.append(" Trial ").append(trial.index()).append(": ");
            text.append(
                    String.join(", ", Mark.of(trial).stream().map(Mark::label).toList()));
            text.append('.');
        }
        return text.toString();
    }
}

package dev.relaybench.report.model;

import dev.relaybench.report.run.VerdictRecord.Trial;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;

/// What a report says in words, the same in every format.
public final class Sentences {
    private static final int MOST_NAMES = 3;

    private Sentences() {}

    /// The report in one line: `4 of 5 fallbacks held, 1 broken: jvm-kill`.
    public static String topLine(Report report) {
        int rows = report.rows().size();
        if (rows == 0) {
            return report.benchmarks().isEmpty()
                    ? "Nothing was run, so nothing is proved."
                    : "No fallback was tested; this report has benchmarks only.";
        }
        int ran = report.ran();
        if (ran == 0) {
            return "Nothing could be run here, so nothing is proved.";
        }
        List<String> parts = new ArrayList<>();
        parts.add(report.count(Status.HELD) + " of " + ran + (ran == 1 ? " fallback" : " fallbacks") + " held");
        for (Status status : List.of(Status.NOT_RUN, Status.INCONCLUSIVE, Status.NOT_FINISHED, Status.BROKEN)) {
            if (report.count(status) > 0) {
                parts.add(report.count(status) + " " + status.word());
            }
        }
        return String.join(", ", parts) + broken(report);
    }

    private static String broken(Report report) {
        int broken = report.count(Status.BROKEN);
        if (broken == 0) {
            return "";
        }
        String names = report.rows().stream()
                .limit(Math.min(broken, MOST_NAMES))
                .map(Row::scenario)
                .collect(Collectors.joining(", "));
        return ": " + names + (broken > MOST_NAMES ? " and others" : "");
    }

    /// Which rows ran with scaled periods, one sentence for each scale; none where all ran at their real constants.
    public static List<String> timeScales(Report report) {
        Map<Double, List<String>> scenarios = new TreeMap<>();
        for (Row row : report.rows()) {
            double scale = row.run().manifest().timeScaleApplied();
            if (scale != 1 && row.status() != Status.NOT_RUN) {
                scenarios.computeIfAbsent(scale, each -> new ArrayList<>()).add(row.scenario());
            }
        }
        return scenarios.entrySet().stream()
                .map(entry -> "Periods and thresholds were scaled by " + Numbers.factor(entry.getKey()) + " in "
                        + String.join(", ", entry.getValue().stream().distinct().toList()) + ".")
                .toList();
    }

    /// How a trial came out beside its allowance: `recovered in 9.40 s, allowed 5.10 s`.
    public static String measuredAndAllowed(Trial trial) {
        var recovery = trial.recovery();
        return (recovery == null ? "not all rows recovered" : "recovered in " + Numbers.millis(recovery.lastMillis()))
                + ", allowed " + Numbers.millis(trial.allowedMillis());
    }

    /// What is left of the allowance: `1.41 s`; negative where the bound was missed.
    public static String margin(Trial trial) {
        var recovery = trial.recovery();
        if (recovery == null) {
            return Numbers.NONE;
        }
        double leftMillis = trial.allowedMillis() - recovery.lastMillis();
        return (leftMillis < 0 ? "−" : "") + Numbers.millis(Math.abs(leftMillis));
    }

    /// The same as a share of what was allowed: `22 %`; absent where a row never came.
    public static Optional<String> marginShare(Trial trial) {
        return Optional.ofNullable(trial.recovery()).map(recovery -> {
            double share = 1 - recovery.lastMillis() / trial.allowedMillis();
            return (share < 0 ? "−" : "") + Numbers.percent(Math.abs(share));
        });
    }

    /// Named times as a sum: `boot 812 ms + outbox poll 2.00 s`; empty without terms.
    public static String sum(Map<String, Double> terms) {
        return terms.entrySet().stream()
                .map(term -> term.getKey() + " " + Numbers.millis(term.getValue()))
                .collect(Collectors.joining(" + "));
    }
}

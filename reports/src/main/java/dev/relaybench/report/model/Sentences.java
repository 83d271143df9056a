package dev.relaybench.report.model;

import dev.relaybench.report.run.VerdictRecord.Trial;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/// What a report says in words, the same in every format.
public final class Sentences {
    private Sentences() {}

    /// The report in one line: `4 of 5 fallbacks held, 1 broken`.
    public static String topLine(Report report) {
        int rows = report.rows().size();
        if (rows == 0) {
            return report.benchmarks().isEmpty()
                    ? "Nothing was run, so nothing is proved."
                    : "No fallback was tested; this report has benchmarks only.";
        }
        List<String> parts = new ArrayList<>();
        parts.add(report.count(Status.HELD) + " of " + rows + (rows == 1 ? " fallback" : " fallbacks") + " held");
        for (Status status : List.of(Status.BROKEN, Status.INCONCLUSIVE, Status.NOT_FINISHED)) {
            if (report.count(status) > 0) {
                parts.add(report.count(status) + " " + status.word());
            }
        }
        return String.join(", ", parts);
    }

    /// How a trial came out beside its allowance: `recovered in 9.40 s, allowed 5.10 s`.
    public static String measuredAndAllowed(Trial trial) {
        var recovery = trial.recovery();
        return (recovery == null ? "not all rows recovered" : "recovered in " + Numbers.millis(recovery.lastMillis()))
                + ", allowed " + Numbers.millis(trial.allowedMillis());
    }

    /// What is left of the allowance: `1.41 s (22 %)`; negative where the bound was missed.
    public static String margin(Trial trial) {
        var recovery = trial.recovery();
        if (recovery == null) {
            return Numbers.NONE;
        }
        double left = trial.allowedMillis() - recovery.lastMillis();
        String sign = left < 0 ? "−" : "";
        return sign + Numbers.millis(Math.abs(left)) + " (" + sign
                + Numbers.percent(Math.abs(left) / trial.allowedMillis()) + ")";
    }

    /// Named times as a sum: `boot 812 ms + outbox poll 2.00 s`; empty without terms.
    public static String sum(Map<String, Double> terms) {
        return terms.entrySet().stream()
                .map(term -> term.getKey() + " " + Numbers.millis(term.getValue()))
                .collect(Collectors.joining(" + "));
    }
}

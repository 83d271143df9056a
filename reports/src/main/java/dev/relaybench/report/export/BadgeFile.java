package dev.relaybench.report.export;

import dev.relaybench.report.model.Report;
import dev.relaybench.report.model.Status;
import dev.relaybench.report.run.RunJson;

/// A badge, as an endpoint of shields.io.
public final class BadgeFile {
    private BadgeFile() {}

    private record Badge(int schemaVersion, String label, String message, String color) {}

    /// The file's text.
    public static String text(Report report) {
        int rows = report.ran();
        String message = rows == 0 ? "not run" : report.count(Status.HELD) + "/" + rows + " held";
        return RunJson.text(new Badge(1, "fallbacks", message, color(report)));
    }

    private static String color(Report report) {
        return switch (report.worst().orElse(Status.NOT_RUN)) {
            case BROKEN -> "red";
            case INCONCLUSIVE, NOT_FINISHED -> "yellow";
            case NOT_RUN -> "lightgrey";
            case HELD -> "brightgreen";
        };
    }
}

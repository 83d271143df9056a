package dev.relaybench.report.export;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/// The Markdown summary, kept below the size beyond which GitHub drops a step's summary as a whole.
public final class SummaryFile {
    /// GitHub's limit for one step, in bytes.
    public static final int LIMIT_BYTES = 1024 * 1024;

    /// 1,024 kB may be read as 1,000-byte kilobytes; the smaller one is safe under both.
    private static final int SAFE_BYTES = 1_000_000;

    private static final String NOTICE =
            "\n\n> The rest is left out because of GitHub's limit on summaries; report.html has all of it.\n";

    private SummaryFile() {}

    /// The text, cut at the end of a line where it is too long.
    public static String text(String markdown) {
        return fit(markdown, SAFE_BYTES);
    }

    /// Appends to a file that may hold the summaries of other steps.
    public static void append(Path file, String markdown) throws IOException {
        long taken = Files.exists(file) ? Files.size(file) : 0;
        long room = SAFE_BYTES - taken - 1;
        if (room <= NOTICE.length()) {
            return;
        }
        Files.writeString(
                file,
                (taken > 0 ? "\n" : "") + fit(markdown, (int) room),
                StandardOpenOption.CREATE,
                StandardOpenOption.APPEND);
    }

    private static String fit(String markdown, int limitBytes) {
        if (bytes(markdown) <= limitBytes) {
            return markdown;
        }
        int roomBytes = limitBytes - bytes(NOTICE);
        StringBuilder kept = new StringBuilder();
        int keptBytes = 0;
        for (int from = 0; from < markdown.length(); ) {
            int to = markdown.indexOf('\n', from) + 1;
            String line = markdown.substring(from, to == 0 ? markdown.length() : to);
            keptBytes += bytes(line);
            if (keptBytes > roomBytes) {
                break;
            }
            kept.append(line);
            from += line.length();
        }
        return kept + NOTICE;
    }

    private static int bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8).length;
    }
}

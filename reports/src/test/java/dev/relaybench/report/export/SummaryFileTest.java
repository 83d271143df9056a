package dev.relaybench.report.export;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// GitHub drops a summary above 1,024 kB as a whole, so a cut one is worth more.
class SummaryFileTest {
    private static final int LIMIT_BYTES = 1_024_000;

    @TempDir
    Path home;

    @Test
    void leavesAShortSummaryAlone() {
        assertThat(SummaryFile.text("# held\n")).isEqualTo("# held\n");
    }

    @Test
    void cutsALongOneAtALineAndSaysSo() {
        String cut = SummaryFile.text("# top\n" + "| ✕ row |\n".repeat(200_000));

        assertThat(cut.getBytes(StandardCharsets.UTF_8)).hasSizeLessThan(LIMIT_BYTES);
        assertThat(cut).startsWith("# top\n").contains("| ✕ row |\n\n\n> The rest is left out");
    }

    @Test
    void countsWhatOtherStepsWrote() throws IOException {
        Path file = Files.writeString(home.resolve("summary.md"), "x".repeat(900_000));
        SummaryFile.append(file, "line\n".repeat(100_000));
        assertThat(Files.size(file)).isLessThan(LIMIT_BYTES);
        assertThat(file).content().endsWith("report.html has all of it.\n");

        long full = Files.size(file);
        SummaryFile.append(file, "one more\n");
        assertThat(Files.size(file)).isBetween(full, (long) LIMIT_BYTES);
    }
}

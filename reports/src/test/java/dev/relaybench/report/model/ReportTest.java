package dev.relaybench.report.model;

import static org.assertj.core.api.Assertions.assertThat;

import dev.relaybench.report.StoredRuns;
import dev.relaybench.report.run.RunDirectory;
import dev.relaybench.report.run.StoredRun;
import dev.relaybench.report.run.VerdictRecord.Trial;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class ReportTest {
    private final Report report = Report.of(Path.of(""), StoredRuns.all(), List.of());

    @Test
    void putsTheWorstRowFirst() {
        assertThat(report.rows())
                .extracting(Row::status)
                .containsExactly(Status.BROKEN, Status.INCONCLUSIVE, Status.NOT_FINISHED, Status.HELD);
    }

    @Test
    void givesEachRowAnIdOfItsOwn() {
        StoredRun held = RunDirectory.read(StoredRuns.HELD);

        assertThat(Report.of(Path.of(""), List.of(held, held), List.of()).rows())
                .extracting(Row::id)
                .containsExactly("outbox-queue-full-reference", "outbox-queue-full-reference-2");
    }

    @Test
    void showsTheTrialThatWasWorst() {
        assertThat(report.rows().getFirst().worstTrial()).map(Trial::index).contains(2);
        assertThat(report.rows().getLast().worstTrial()).map(Trial::index).contains(3);
    }

    @Test
    void saysWhatIsLeftOfAnAllowance() {
        Trial missed = report.rows().getFirst().worstTrial().orElseThrow();

        assertThat(Sentences.margin(missed)).isEqualTo("−1.50 s");
        assertThat(Sentences.marginShare(missed)).contains("−19 %");
        assertThat(Sentences.measuredAndAllowed(missed)).isEqualTo("recovered in 9.40 s, allowed 7.90 s");
        assertThat(Sentences.sum(missed.bound().terms()))
                .isEqualTo("boot 844 ms + inbox poll 5.00 s + outbox poll 2.00 s");
    }

    @Test
    void saysAllOfItInOneLine() {
        StoredRun held = RunDirectory.read(StoredRuns.HELD);

        assertThat(Sentences.topLine(Report.of(Path.of(""), List.of(held), List.of())))
                .isEqualTo("1 of 1 fallback held");
        assertThat(Sentences.topLine(report))
                .isEqualTo("1 of 4 fallbacks held, 1 inconclusive, 1 not finished, 1 broken: jvm-kill");
    }

    @Test
    void writesTimesAsPeopleReadThem() {
        assertThat(List.of(0.0, 0.04, 7.4, 999.4, 999.6, 1_953.0, 99_990.0, 100_000.0, 1_234_000.0))
                .extracting(Numbers::millis)
                .containsExactly(
                        "0 ms", "0.0 ms", "7.4 ms", "999 ms", "1.00 s", "1.95 s", "99.99 s", "100 s", "1,234 s");
        assertThat(Numbers.millis(null)).isEqualTo("–");
        assertThat(Numbers.millis(Double.NaN)).isEqualTo("–");
        assertThat(Numbers.measured(41.0)).isEqualTo("41.0");
        assertThat(Numbers.measured(41_200.0)).isEqualTo("41,200");
        assertThat(Numbers.percent(0.4454)).isEqualTo("45 %");
    }

    @Test
    void factorsHaveNoNeedlessDigits() {
        assertThat(Stream.of(1.0, 0.05, 1 / 3.0, 0.25).map(Numbers::factor))
                .containsExactly("1", "0.05", "0.333", "0.25");
    }
}

package dev.relaybench.harness.history;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.relaybench.harness.expect.Timings;
import dev.relaybench.harness.history.HistoryEvent.FastPath;
import dev.relaybench.harness.history.HistoryEvent.Outcome;
import dev.relaybench.harness.history.HistoryEvent.Phase;
import dev.relaybench.relay.spi.Guarantee;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class HistoryTest {
    private static final Instant AT = Instant.parse("2026-01-01T00:00:00.123456Z");

    /// One event of each kind.
    private static final List<HistoryEvent> EVENTS = List.of(
            new HistoryEvent.RunStarted(
                    AT, 1, "jvm-kill", "reference", 7, Timings.DEFAULTS, Set.of(Guarantee.AT_LEAST_ONCE)),
            new HistoryEvent.PhaseStarted(AT, Phase.STEADY_STATE),
            new HistoryEvent.RelayReady(AT, AT.minusMillis(800), 42),
            new HistoryEvent.Requested(AT, AT, "id-1", "k1", 3, "topic", "hash", false),
            new HistoryEvent.Answered(AT, "id-1", Outcome.COMMITTED, FastPath.REJECTED),
            new HistoryEvent.Committed(AT, "id-1", "k1", 3, "topic", "hash"),
            new HistoryEvent.Published(AT, AT, "id-1", "topic", 2, 17, "k1", "hash"),
            new HistoryEvent.Published(AT, AT, null, "topic", 2, 18, null, "null"),
            new HistoryEvent.Pending(AT, "id-2"),
            new HistoryEvent.FaultInjected(AT, AT, 1, "relay-kill", true, Map.of("killed process", "42")),
            new HistoryEvent.FaultHealed(AT, 1, true, Map.of()),
            new HistoryEvent.HostStalled(AT, Duration.ofMillis(12)),
            new HistoryEvent.RelayExited(AT, 42),
            new HistoryEvent.LedgerRead(AT, 1),
            new HistoryEvent.TopicsRead(AT, 2),
            new HistoryEvent.PendingRead(AT, 1),
            new HistoryEvent.RunEnded(AT));

    @TempDir
    private Path directory;

    @Test
    void readsBackWhatWasWritten() {
        Path file = write("history.jsonl");

        assertThat(History.read(file).events()).isEqualTo(EVENTS);
    }

    @Test
    void readsTheStoredFormatOfVersionOne() throws IOException {
        Path golden = Path.of("src/test/resources/golden/history-1.jsonl");
        Path file = write("history.jsonl");

        assertThat(History.read(golden).events()).isEqualTo(EVENTS);
        assertThat(Files.readString(file)).isEqualTo(Files.readString(golden));
    }

    @Test
    void readsAHistoryFromBeforeTheTimesOfTheClusterWereRecorded() throws IOException {
        Path file = write("history.jsonl");
        String old = Files.readString(file).replaceFirst(",\"cluster\":\\{[^}]*}", "");
        assertThat(old).doesNotContain("cluster");
        Files.writeString(file, old);

        assertThat(History.read(file).events()).isEqualTo(EVENTS);
    }

    @Test
    void tellsTheStoryOfEachRow() {
        var rows = History.of(EVENTS).rows();

        assertThat(rows.keySet()).containsExactly("id-1", "id-2");
        assertThat(rows.get("id-1")).satisfies(row -> {
            assertThat(row.requested()).isPresent();
            assertThat(row.answered()).isPresent();
            assertThat(row.committed()).isPresent();
            assertThat(row.copies()).hasSize(1);
            assertThat(row.pending()).isFalse();
        });
        assertThat(rows.get("id-2")).satisfies(row -> assertThat(row.pending()).isTrue());
        assertThat(History.of(EVENTS).strays()).hasSize(1);
    }

    @Test
    void namesTheLineWhereATruncatedFileBreaksOff() throws IOException {
        Path file = write("history.jsonl");
        String text = Files.readString(file);
        Files.writeString(file, text.substring(0, text.length() - 20));

        assertThatThrownBy(() -> History.read(file))
                .isInstanceOf(HistoryException.class)
                .hasMessageContaining("line 17 of 17")
                .hasMessageContaining("truncated or edited, so run the scenario again");
    }

    @Test
    void refusesWhatItDoesNotKnow() throws IOException {
        Path unknownEvent = Files.writeString(directory.resolve("a"), "{\"event\":\"Guess\",\"at\":\"" + AT + "\"}\n");
        Path unknownField =
                Files.writeString(directory.resolve("b"), "{\"event\":\"RunEnded\",\"at\":\"" + AT + "\",\"x\":1}\n");
        Path missingField =
                Files.writeString(directory.resolve("c"), "{\"event\":\"LedgerRead\",\"at\":\"" + AT + "\"}\n");

        for (Path file : List.of(unknownEvent, unknownField, missingField)) {
            assertThatThrownBy(() -> History.read(file)).hasMessageContaining("line 1 of 1");
        }
    }

    @Test
    void refusesANewerFormatAndAMissingFile() throws IOException {
        Path file = write("history.jsonl");
        Files.writeString(file, Files.readString(file).replace("\"schemaVersion\":1", "\"schemaVersion\":2"));

        assertThatThrownBy(() -> History.read(file)).hasMessageContaining("read it with a newer relaybench");
        assertThatThrownBy(() -> History.read(directory.resolve("none")))
                .hasMessageContaining("cannot read the history");
    }

    private Path write(String name) {
        Path file = directory.resolve(name);
        try (var writer = new HistoryWriter(file)) {
            EVENTS.forEach(writer::write);
        }
        return file;
    }
}

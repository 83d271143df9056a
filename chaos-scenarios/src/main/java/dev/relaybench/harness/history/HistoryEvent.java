package dev.relaybench.harness.history;

import com.fasterxml.jackson.annotation.JsonTypeInfo;
import dev.relaybench.harness.expect.Timings;
import dev.relaybench.relay.spi.Guarantee;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// One line of a history. Times are wall-clock times: they come from three processes of one host.
@JsonTypeInfo(use = JsonTypeInfo.Id.SIMPLE_NAME, property = "event")
public sealed interface HistoryEvent {
    /// When it happened.
    Instant at();

    /// An event of the run as a whole, which is part of no single row's story.
    sealed interface RunEvent extends HistoryEvent {}

    /// The run begins.
    ///
    /// @param timings the periods and thresholds that the relay under test was given
    /// @param guarantees what the relay under test claims
    record RunStarted(
            Instant at,
            int schemaVersion,
            String scenario,
            String relay,
            long seed,
            Timings timings,
            Set<Guarantee> guarantees)
            implements RunEvent {}

    /// A phase begins; the one before it ends.
    record PhaseStarted(Instant at, Phase phase) implements RunEvent {}

    /// The relay under test accepts requests.
    ///
    /// @param startedAt when its process was started
    record RelayReady(Instant at, Instant startedAt, long pid) implements RunEvent {}

    /// The process of the relay under test is gone.
    record RelayExited(Instant at, long pid) implements RunEvent {}

    /// A business request was sent.
    ///
    /// @param intendedAt when the schedule wanted it sent
    /// @param payloadHash see {@link PayloadHash}
    /// @param rollback whether the application was told to roll it back
    record Requested(
            Instant at,
            Instant intendedAt,
            String id,
            String aggregateId,
            long sequence,
            String topic,
            String payloadHash,
            boolean rollback)
            implements HistoryEvent {}

    /// The request's sender learned its outcome, or that it will never learn it.
    record Answered(Instant at, String id, Outcome outcome, FastPath fastPath) implements HistoryEvent {}

    /// A business row that PostgreSQL has.
    ///
    /// @param at its commit time, `pg_xact_commit_timestamp`
    record Committed(Instant at, String id, String aggregateId, long sequence, String topic, String payloadHash)
            implements HistoryEvent {}

    /// All committed rows have been read; without this event nothing is known about loss.
    record LedgerRead(Instant at, long rows) implements RunEvent {}

    /// A record on a topic, read past all proxies.
    ///
    /// @param at the broker's append time
    /// @param seenAt when the harness had it
    /// @param id the event id header; null where the record has none
    record Published(
            Instant at,
            Instant seenAt,
            @Nullable String id,
            String topic,
            int partition,
            long offset,
            @Nullable String key,
            String payloadHash)
            implements HistoryEvent {}

    /// All topics have been read to their ends after the drain.
    record TopicsRead(Instant at, long records) implements RunEvent {}

    /// A row that the relay, after the drain, still has to publish.
    record Pending(Instant at, String id) implements HistoryEvent {}

    /// All pending rows have been read.
    record PendingRead(Instant at, long rows) implements RunEvent {}

    /// A fault is on.
    ///
    /// @param trial counted from 1
    /// @param startedAt when injecting began; `at` is when it was confirmed
    /// @param bit whether the evidence shows that it had its effect
    record FaultInjected(
            Instant at, Instant startedAt, int trial, String fault, boolean bit, Map<String, String> evidence)
            implements RunEvent {}

    /// A fault is over.
    ///
    /// @param healed whether that was confirmed
    record FaultHealed(Instant at, int trial, boolean healed, Map<String, String> evidence) implements RunEvent {}

    /// The host did not let the harness run for so long, up to `at`.
    record HostStalled(Instant at, Duration length) implements RunEvent {}

    /// The run ended by itself; a history without it was cut short.
    record RunEnded(Instant at) implements RunEvent {}

    /// What became of a transaction, as far as its sender knows.
    enum Outcome {
        COMMITTED,
        ABORTED,
        INDETERMINATE
    }

    /// What the fast path did with a committed row.
    enum FastPath {
        ACCEPTED,
        REJECTED,
        NONE
    }

    /// A named stretch of a run.
    enum Phase {
        SETUP,
        WARM_UP,
        STEADY_STATE,
        FAULT,
        HEAL,
        RECOVERY,
        DRAIN,
        CHECK
    }
}

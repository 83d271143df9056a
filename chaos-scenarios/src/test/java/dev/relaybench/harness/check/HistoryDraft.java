package dev.relaybench.harness.check;

import dev.relaybench.harness.expect.Timings;
import dev.relaybench.harness.history.History;
import dev.relaybench.harness.history.HistoryEvent;
import dev.relaybench.harness.history.HistoryEvent.FastPath;
import dev.relaybench.harness.history.HistoryEvent.Outcome;
import dev.relaybench.harness.history.HistoryEvent.Phase;
import dev.relaybench.relay.spi.Guarantee;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// Writes short histories by hand; all times are milliseconds since the run's start.
final class HistoryDraft {
    static final Instant ZERO = Instant.parse("2026-01-01T00:00:00Z");
    static final Timings TIMINGS = Timings.DEFAULTS;

    private final List<HistoryEvent> events = new ArrayList<>();
    private long offset;

    static HistoryDraft begun() {
        return begun(Set.of(Guarantee.AT_LEAST_ONCE, Guarantee.AGGREGATE_ORDER));
    }

    static HistoryDraft begun(Set<Guarantee> guarantees) {
        var draft = new HistoryDraft();
        draft.events.add(new HistoryEvent.RunStarted(ZERO, 1, "scenario", "relay", 7, TIMINGS, guarantees));
        return draft;
    }

    static Instant at(long millis) {
        return ZERO.plusMillis(millis);
    }

    HistoryDraft add(HistoryEvent event) {
        events.add(event);
        return this;
    }

    HistoryDraft phase(Phase phase, long millis) {
        return add(new HistoryEvent.PhaseStarted(at(millis), phase));
    }

    HistoryDraft requested(String id, String aggregate, long millis) {
        return add(new HistoryEvent.Requested(at(millis), at(millis), id, aggregate, 1, "t", "hash-" + id, false));
    }

    HistoryDraft answered(String id, Outcome outcome, long millis) {
        return add(new HistoryEvent.Answered(at(millis), id, outcome, FastPath.ACCEPTED));
    }

    HistoryDraft rejected(String id, long millis) {
        return add(new HistoryEvent.Answered(at(millis), id, Outcome.COMMITTED, FastPath.REJECTED));
    }

    HistoryDraft committed(String id, String aggregate, long millis) {
        return add(new HistoryEvent.Committed(at(millis), id, aggregate, 1, "t", "hash-" + id));
    }

    HistoryDraft published(String id, String aggregate, long millis) {
        return published(id, aggregate, millis, offset++);
    }

    HistoryDraft published(String id, String aggregate, long millis, long atOffset) {
        return add(new HistoryEvent.Published(at(millis), at(millis), id, "t", 0, atOffset, aggregate, "hash-" + id));
    }

    /// A row that goes its usual way in so many milliseconds.
    HistoryDraft row(String id, long millis, long publishMillis) {
        return requested(id, id, millis)
                .answered(id, Outcome.COMMITTED, millis + 1)
                .committed(id, id, millis)
                .published(id, id, millis + publishMillis);
    }

    HistoryDraft pending(String id) {
        return add(new HistoryEvent.Pending(ZERO, id));
    }

    HistoryDraft injected(int trial, long millis, boolean bit) {
        return add(new HistoryEvent.FaultInjected(at(millis), at(millis), trial, "fault", bit, Map.of("seen", "yes")));
    }

    HistoryDraft healed(int trial, long millis, boolean confirmed) {
        return add(new HistoryEvent.FaultHealed(at(millis), trial, confirmed, Map.of()));
    }

    HistoryDraft stalled(long untilMillis, long lengthMillis) {
        return add(new HistoryEvent.HostStalled(at(untilMillis), Duration.ofMillis(lengthMillis)));
    }

    /// Everything was read, and the run ended by itself.
    HistoryDraft read(long millis) {
        return add(new HistoryEvent.PendingRead(at(millis), 0))
                .add(new HistoryEvent.TopicsRead(at(millis), 0))
                .add(new HistoryEvent.LedgerRead(at(millis), 0))
                .add(new HistoryEvent.RunEnded(at(millis)));
    }

    History build() {
        return History.of(events);
    }
}

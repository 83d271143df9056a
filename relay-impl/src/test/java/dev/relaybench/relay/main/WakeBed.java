package dev.relaybench.relay.main;

import static org.awaitility.Awaitility.await;

import dev.relaybench.relay.metrics.Counter;
import dev.relaybench.relay.metrics.RelayCounters;
import dev.relaybench.relay.settings.RelaySettings;
import dev.relaybench.relay.testbed.MemoryPublisher;
import dev.relaybench.relay.testbed.TestDatabase;
import dev.relaybench.relay.testbed.TestRelay;
import dev.relaybench.relay.wake.Wakes;
import java.sql.SQLException;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;

/// Relays on one database that are woken, with a safety poll that comes once an hour unless a test says otherwise.
final class WakeBed {
    static final Duration DEADLINE = Duration.ofSeconds(30);
    private static final AtomicInteger CHANNELS = new AtomicInteger();

    final TestDatabase database = TestDatabase.create();
    final MemoryPublisher publisher = new MemoryPublisher();
    private final String channel = "bed_" + CHANNELS.incrementAndGet();

    WakeBed() throws SQLException {}

    /// A relay, and its wakes.
    record Woken(Relay relay, ObservedWakes wakes) implements AutoCloseable {
        /// What has been counted so far.
        long count(Counter counter) {
            return relay.counters().get(counter);
        }

        /// The listener listens, and what it began by that has ended.
        Woken awaitListening() {
            if (!wakes.wakes().getClass().getSimpleName().equals("InMemoryWakes")) {
                await().atMost(DEADLINE).until(() -> wakes.received().get() >= 1);
            }
            return awaitQuiet();
        }

        /// No poll has run for a moment.
        Woken awaitQuiet() {
            await().atMost(DEADLINE).until(() -> count(Counter.POLL_CYCLES) >= 1);
            AtomicInteger cycles = new AtomicInteger();
            await().atMost(DEADLINE).during(Duration.ofMillis(200)).until(() -> {
                int now = (int) count(Counter.POLL_CYCLES);
                return cycles.getAndSet(now) == now;
            });
            return this;
        }

        @Override
        public void close() {
            relay.close();
        }
    }

    Woken start(Map<String, String> settings) throws StartupException {
        return start(settings, () -> {});
    }

    /// @param beforeSend runs on the thread of each commit, just before its wake
    Woken start(Map<String, String> settings, Runnable beforeSend) throws StartupException {
        Map<String, String> all = new HashMap<>(Map.of(
                "relay.outbox.table", "cancel_event_outbox",
                "outbox.poll.fixed-delay-ms", "3600000",
                "wake.channel", channel));
        all.putAll(settings);
        Wiring wiring = new Wiring(publisher, beforeSend);
        Relay relay = wiring.start(database, all);
        return new Woken(relay, wiring.wakes.orElseThrow());
    }

    private static final class Wiring extends TestRelay {
        private final Runnable beforeSend;
        private Optional<ObservedWakes> wakes = Optional.empty();

        Wiring(MemoryPublisher publisher, Runnable beforeSend) {
            super(publisher);
            this.beforeSend = beforeSend;
        }

        @Override
        public Wakes wakes(RelaySettings settings, RelayCounters counters) {
            ObservedWakes observed = new ObservedWakes(super.wakes(settings, counters), beforeSend);
            wakes = Optional.of(observed);
            return observed;
        }
    }
}

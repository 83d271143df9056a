package dev.relaybench.relay.wake;

import dev.relaybench.relay.metrics.RelayCounters;
import dev.relaybench.relay.settings.DatabaseSettings;
import dev.relaybench.relay.settings.WakeSettings;

/// Both ends of one transport of wakes.
///
/// Nothing is opened before it is needed: the one end by the first {@link #send}, the other by {@link #listen}. A
/// transport that is down costs nobody anything but the wakes; it is tried again in the background.
public interface Wakes extends Wake, AutoCloseable {

    /// Has the listener called for each wake of any relay on this transport, and once after each time when wakes may
    /// have been missed. Returns at once; call it at most once.
    ///
    /// @param listener must neither wait nor throw: a loop's `wake`
    void listen(Runnable listener);

    /// Ends both ends. Wakes that are still on their way are lost.
    @Override
    void close();

    /// The transport of these settings.
    ///
    /// @param database where a relay without another transport's address listens
    /// @throws IllegalArgumentException if the address of Redis is none; a Redis that is down is no mistake
    static Wakes open(WakeSettings settings, DatabaseSettings database, RelayCounters counters) {
        return switch (settings.transport()) {
            case NONE -> new NoWakes();
            case IN_MEMORY -> new InMemoryWakes(counters);
            case LISTEN_NOTIFY -> new ListenNotifyWakes(settings, database, counters);
            case REDIS -> new RedisWakes(settings, counters);
        };
    }
}

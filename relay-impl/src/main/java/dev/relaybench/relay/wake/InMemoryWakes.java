package dev.relaybench.relay.wake;

import dev.relaybench.relay.metrics.Counter;
import dev.relaybench.relay.metrics.RelayCounters;

/// A call within this process. It reaches no other relay, and many calls are one wake because the listener takes them
/// so: a loop that was woken already stays woken.
final class InMemoryWakes implements Wakes {
    private final RelayCounters counters;
    private volatile Runnable listener = InMemoryWakes::nobody;

    InMemoryWakes(RelayCounters counters) {
        this.counters = counters;
    }

    @Override
    public void send() {
        try {
            listener.run();
            counters.increment(Counter.WAKES_SENT);
        } catch (RuntimeException failure) {
            counters.increment(Counter.WAKES_FAILED);
        }
    }

    @Override
    public void listen(Runnable listener) {
        this.listener = listener;
    }

    @Override
    public void close() {
        listener = InMemoryWakes::nobody;
    }

    private static void nobody() {}
}

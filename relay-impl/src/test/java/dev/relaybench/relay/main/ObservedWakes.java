package dev.relaybench.relay.main;

import dev.relaybench.relay.wake.Wakes;
import java.util.concurrent.atomic.AtomicInteger;

/// Wakes that are watched, at both ends.
///
/// @param sent calls of `send`
/// @param received calls of the listener
record ObservedWakes(Wakes wakes, Runnable beforeSend, AtomicInteger sent, AtomicInteger received) implements Wakes {

    ObservedWakes(Wakes wakes, Runnable beforeSend) {
        this(wakes, beforeSend, new AtomicInteger(), new AtomicInteger());
    }

    @Override
    public void send() {
        beforeSend.run();
        sent.incrementAndGet();
        wakes.send();
    }

    @Override
    public void listen(Runnable listener) {
        wakes.listen(() -> {
            listener.run();
            received.incrementAndGet();
        });
    }

    @Override
    public void close() {
        wakes.close();
    }
}

package dev.relaybench.harness.toxiproxy;

import java.util.random.RandomGenerator;

/// What a toxic sees of its connection and what it can order. Orders are carried out one after the other.
interface Work {
    /// When this work began: the arrival of the piece or the end of the work before, whichever is later.
    long nowNanos();

    /// The present value of an attribute.
    long attribute(String name);

    /// An attribute that counts milliseconds, in nanoseconds.
    default long millisAsNanos(String name) {
        return Ticks.ofMillis(attribute(name));
    }

    /// This connection's source of chance.
    RandomGenerator random();

    /// Lets a piece go, not before the given time and not before what was ordered earlier.
    void passAt(long nanos, Piece piece);

    /// Takes nothing more before the given time.
    void pauseUntil(long nanos);

    /// Ends the stream; what comes later is dropped.
    void closeAt(long nanos);

    /// Ends the stream, even when the toxic is changed or removed meanwhile.
    void closeForCertainAt(long nanos);

    /// Ends the stream at the given time unless called again before, with a later one.
    void closeWhenQuietUntil(long nanos);
}

package dev.relaybench.harness.toxiproxy;

/// One toxic at work on one direction of one connection. Called by one thread at a time; must not block: it says what
/// leaves when, and the stage keeps the time.
interface Toxic {
    /// The toxic has become active: the connection was opened, or the toxic was added or changed.
    default void start(Work work) {}

    /// Takes a piece. The next one is not offered before everything ordered here has happened.
    void take(Piece piece, Work work);

    /// Takes the end of the stream.
    default void end(Work work) {
        work.closeAt(work.nowNanos());
    }
}

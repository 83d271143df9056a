package dev.relaybench.harness.testbed;

/// A server process that a run may harm: one database, one broker.
///
/// Every operation returns only when its effect is there, and throws {@link TestbedException} when it cannot bring it
/// about. Not thread-safe: one nemesis harms a node at a time.
public interface Node {
    /// For people: `postgres`, `broker-1`.
    String name();

    /// The process id, a new one after each restart.
    long pid();

    /// Whether the process is there; a frozen one is.
    boolean isRunning();

    /// Kills the process by `KILL` and waits until its own children are gone as well.
    void kill();

    /// Freezes the process and its children by `STOP`: connections stay open, nothing answers.
    void pause();

    /// Thaws what {@link #pause()} froze.
    void resume();

    /// Shuts the process down in good order and waits until it is gone; kills it if it takes too long.
    void stop();

    /// Starts the process again on the same ports and the same files, and waits until it serves; shuts it down in
    /// good order first if it still runs.
    void restart();
}

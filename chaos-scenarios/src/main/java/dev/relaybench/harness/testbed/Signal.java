package dev.relaybench.harness.testbed;

/// The POSIX signals that the harness sends, by the names that `kill -s` takes.
public enum Signal {
    /// Ends a process at once; it cannot be caught.
    KILL,
    /// Freezes a process; it cannot be caught.
    STOP,
    /// Thaws a frozen process.
    CONT,
    /// Asks a process to end.
    TERM,
    /// Ctrl-C; for PostgreSQL the fast shutdown.
    INT,
    /// For PostgreSQL the immediate shutdown, which still releases its shared memory.
    QUIT
}

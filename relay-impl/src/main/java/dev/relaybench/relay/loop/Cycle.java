package dev.relaybench.relay.loop;

/// One round of work of a {@link Loop}.
@FunctionalInterface
public interface Cycle {
    /// Works, within a bounded time.
    ///
    /// @return whether there is more to do right now; the loop then goes on without its delay
    /// @throws Exception anything: the loop logs it, counts it and goes on
    boolean run() throws Exception;
}

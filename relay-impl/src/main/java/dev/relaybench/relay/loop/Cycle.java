package dev.relaybench.relay.loop;

/// One round of work of a {@link Loop}.
@FunctionalInterface
public interface Cycle {
    /// Works, within a bounded time.
    ///
    /// @param trigger why it runs; nothing but a count may depend on it
    /// @throws Exception anything: the loop logs it, counts it and goes on
    Next run(Trigger trigger) throws Exception;
}

package dev.relaybench.harness.toxiproxy.conformance;

/// What became of a case.
public sealed interface Outcome {
    /// The server did what the case demands.
    record Passed() implements Outcome {}

    /// It did not.
    ///
    /// @param reason what was seen, and what should have been
    record Failed(String reason) implements Outcome {}

    /// The case proves nothing this time, and is no pass.
    ///
    /// @param reason what stood in the way
    record Skipped(String reason) implements Outcome {}
}

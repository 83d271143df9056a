package dev.relaybench.harness.toxiproxy;

/// The next place in a chain: a stage, or the box in front of the writer.
interface Sink {
    /// Whether there is room. What a removed or updated toxic lets go is put without asking.
    boolean accepts();

    /// Puts an item behind what is there.
    ///
    /// @param atNanos when the item arrives, which may lie a little in the past: a timer is never early
    void put(Item item, long atNanos);
}

package dev.relaybench.harness.toxiproxy;

/// The end of a direction. When it leaves the chain, the destination is closed wholly.
enum EndOfStream implements Item {
    END
}

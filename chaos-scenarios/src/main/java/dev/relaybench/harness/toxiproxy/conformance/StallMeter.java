package dev.relaybench.harness.toxiproxy.conformance;

import java.time.Duration;

/// Tells how long the host kept a thread waiting that was due.
interface StallMeter extends AutoCloseable {
    /// The longest stall since this meter was made.
    Duration worst();

    @Override
    void close();
}

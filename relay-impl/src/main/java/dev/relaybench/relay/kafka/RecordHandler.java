package dev.relaybench.relay.kafka;

import java.time.Duration;
import java.util.Optional;

/// What a {@link PausingSource} does with each record.
@FunctionalInterface
public interface RecordHandler {
    /// Works on one record, within a bounded time.
    ///
    /// @param waited whether the pause that was asked for this record is over
    /// @return empty when it is done with; else how long its partition is to wait before it comes again
    Optional<Duration> handle(SourceRecord record, boolean waited) throws InterruptedException;
}

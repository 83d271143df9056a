/// The polling outbox of S2 and S3: `outbox_event`, `cancel_event_outbox` and `outbox_event_rotated`, three tables of
/// one shape. What is appended is claimed, published and marked, by one of two strategies and with or without an order.
///
/// | what | who |
/// |---|---|
/// | appends a row | {@link dev.relaybench.relay.polling.PollingOutbox} |
/// | the life of a row | {@link dev.relaybench.relay.polling.RowStatus} |
/// | claims and holds rows | {@link dev.relaybench.relay.polling.Claims}: by lease or by row lock |
/// | publishes a batch | {@link dev.relaybench.relay.polling.PollingRelayService} |
/// | decides what becomes of each row | {@link dev.relaybench.relay.polling.Settlement} |
/// | keeps the table in order beside the poll | {@link dev.relaybench.relay.polling.PollingUpkeep} |
/// | shows and replays what was given up | {@link dev.relaybench.relay.polling.DeadRows} |
///
/// Knows the table, and neither Kafka nor the other outbox.
@NullMarked
package dev.relaybench.relay.polling;

import org.jspecify.annotations.NullMarked;

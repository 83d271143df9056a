/// The polling outbox of S2 and S3: `outbox_event`, `cancel_event_outbox` and `outbox_event_rotated`, three tables of
/// one shape. Knows the table, and neither Kafka nor the other outbox.
@NullMarked
package dev.relaybench.relay.polling;

import org.jspecify.annotations.NullMarked;

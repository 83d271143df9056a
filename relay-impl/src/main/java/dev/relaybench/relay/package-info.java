/// The reference relay. This package holds nothing but this overview; each part has a package of its own.
///
/// | package | what | system |
/// |---|---|---|
/// | `transaction` | business work and its messages in one transaction; the publish mode | all |
/// | `message` | what passes through, and the ports: publisher, payload policy | all |
/// | `outbox` | `pg_outbox`: channel, immediate worker, polling worker | S1, outbound |
/// | `inbox` | `pg_inbox`: listener, channel, workers, polling worker, duplicate-approval handler | S1, inbound |
/// | `wake` | hints that a row waits | S2 |
/// | `mode` | publish modes without an outbox, for comparison | S2 |
/// | `cancellation` | the business transaction TX3 | S2 |
/// | `polling` | `outbox_event`, `cancel_event_outbox`: claims, marks, retry, reaper, leader, removal | S2, S3 |
/// | `consumer` | the idempotent consumer | S4 |
/// | `vendor` | the external effect | S1, S4 |
/// | `kafka`, `jdbc`, `http`, `loop`, `metrics`, `trace`, `settings` | what they all stand on | |
/// | `main` | the process that puts them together | |
///
/// PostgreSQL is the source of truth and delivery is at-least-once: losing what is in memory loses no message.
/// None but `main` may know `http` or `main`.
@NullMarked
package dev.relaybench.relay;

import org.jspecify.annotations.NullMarked;

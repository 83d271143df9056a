/// The reference relay. This package holds nothing but this overview; each part has a package of its own.
///
/// What is here today is the outbox half of the two-stage in-memory channel dispatch (system S1):
///
///     request -> business row + INSERT pg_outbox, commit, then offer(OutboxJob)
///       -> PgOutboxChannel         bounded, the fast path
///       -> PgOutboxImmediateWorker virtual threads
///       -> PgOutboxRelayService    claim, publish to Kafka, record processed_at
///     PgOutboxPollingWorker        the fallback: due rows of pg_outbox, whatever became of the channel
///
/// PostgreSQL is the source of truth and delivery is at-least-once: losing the channel loses no message.
///
/// Places kept free for the other parts: `inbox` (the other half of S1: inbox table, inbox channel, vendor call),
/// `wake` (S2: an outbox with a wake that is only a hint), `lease` (S3: IN_FLIGHT rows, reaper, retry limit) and
/// `consumer` (S4: the idempotent consumer). They may use `loop`, `jdbc`, `metrics` and `settings`; none of them may
/// know `http` or `main`.
@NullMarked
package dev.relaybench.relay;

import org.jspecify.annotations.NullMarked;

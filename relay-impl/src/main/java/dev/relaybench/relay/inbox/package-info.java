/// The inbox half of S1 (`pg_inbox`): requests for payments come from a topic, are stored, paid at the vendor, and
/// answered through the outbox.
///
///     consumer thread: InboxListener -> InboxStore (PENDING) -> commit -> PgInboxChannel -> commit of the offsets
///     PgInboxImmediateWorker, PgInboxPollingWorker: PgInboxService
///         TX_A: InboxClaims, PENDING -> IN_PROGRESS
///         Approvals: the vendor, outside any transaction
///         TX_B: Settlements, IN_PROGRESS -> a final state, and the message that says so
///
/// A payment is never approved twice. Four things see to it, and none is enough alone: one row in progress for each
/// payment (an index), the question before any call that may be the second one (DuplicateApprovalHandler), no call by
/// a claim that is about to be taken for dead (Approvals), and settlements that only the last claim can make
/// (InboxMarks). What is left is a process that freezes between its last look at the clock and the first byte of its
/// call, for longer than the zombie threshold: only the vendor can close that, by taking the payment id for an
/// idempotency key.
///
/// A record that can never be worked on (no key, no value, a NUL character, which PostgreSQL has no text for) is stored
/// as DEAD with its reason, and goes to the dead-letter topic in the same transaction: the partition goes on, and the
/// record is handled once however often it is delivered.
///
/// Knows PostgreSQL and the vendor's port. Does not know Kafka's client: records come from package `kafka`, and leave
/// by the outbox. Finished rows stay: nothing here removes them.
@NullMarked
package dev.relaybench.relay.inbox;

import org.jspecify.annotations.NullMarked;

/// The idempotent consumer of S4: work comes from a topic, the vendor is called, and the row in `work` says how far it
/// is. Duplicates are not prevented but harmless.
///
///     WorkConsumer (one thread, all topics) -> Delivery (due? poison? sent on) -> WorkHandler (claim, call, mark)
///     <topic> -> <topic>-retry-0 -> <topic>-retry-1 -> <topic>-dlt -> DeadLetterHandler
///
/// Three guards: the key is the work id, so that one thread has all records of a piece of work; a terminal row is seen
/// before any logic; a transition in a terminal state does nothing.
///
/// They leave two holes, which are closed here and can be opened by settings. Work found in execution may have been
/// called for: the vendor is asked first, and only when its last owner has let go of it or counts as dead. And only
/// a refusal by the vendor is a failure: everything else goes to the retry topics.
///
/// What is left is a process that freezes between its last look at the clock and the first byte of its call, for longer
/// than the claim time: only a vendor that takes the id for an idempotency key can close that.
///
/// Does not know Kafka's client: records come and go through package `kafka`.
@NullMarked
package dev.relaybench.relay.consumer;

import org.jspecify.annotations.NullMarked;

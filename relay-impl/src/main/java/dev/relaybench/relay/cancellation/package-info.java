/// The business transaction of S2 (TX3): a cancellation is completed, and its event appended, in one commit.
///
/// It owns `payment`, `payment_item` and `cancel_request`. It knows no outbox table, no wake and no broker: what
/// becomes of the event is the publish mode's affair.
@NullMarked
package dev.relaybench.relay.cancellation;

import org.jspecify.annotations.NullMarked;

/// The application's side of an outbox: business work and its messages in one transaction, the three outcomes of a
/// commit, and the publish mode that decides when the messages leave.
///
/// Knows no particular outbox table and no broker.
@NullMarked
package dev.relaybench.relay.transaction;

import org.jspecify.annotations.NullMarked;

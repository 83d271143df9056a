/// The publish modes of S2 that do without an outbox. They stand here for comparison: each gives up a promise that an
/// outbox keeps, and says which.
///
/// No table and no loop lives here: what is not published when the transaction has ended is published by nobody.
@NullMarked
package dev.relaybench.relay.mode;

import org.jspecify.annotations.NullMarked;

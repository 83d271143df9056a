/// The HTTP side of the relay contract: business requests come in, state goes out.
///
/// Only translation between HTTP and the other packages; no rule of the relay lives here.
@NullMarked
package dev.relaybench.relay.http;

import org.jspecify.annotations.NullMarked;

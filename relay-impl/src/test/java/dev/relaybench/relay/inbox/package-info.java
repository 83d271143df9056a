/// Tests of the inbox, most of them as a whole: a relay, a real PostgreSQL, a real broker, a vendor over HTTP.
@NullMarked
package dev.relaybench.relay.inbox;

import org.jspecify.annotations.NullMarked;

/// What the integration tests run on: a real PostgreSQL, a publisher in memory. No tests here.
@NullMarked
package dev.relaybench.relay.testbed;

import org.jspecify.annotations.NullMarked;

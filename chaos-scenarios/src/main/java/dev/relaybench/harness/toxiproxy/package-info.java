/// The embedded Toxiproxy-compatible server.
@NullMarked
package dev.relaybench.harness.toxiproxy;

import org.jspecify.annotations.NullMarked;

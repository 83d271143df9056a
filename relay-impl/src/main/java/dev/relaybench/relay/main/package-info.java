/// The process: wiring, start, stop, exit codes, and the adapter that tells the harness how to run it.
@NullMarked
package dev.relaybench.relay.main;

import org.jspecify.annotations.NullMarked;

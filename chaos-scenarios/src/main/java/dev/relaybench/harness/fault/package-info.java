/// What is broken: one file a fault, each of which proves that it bit and that it is healed.
///
/// Faults on links go through the public Toxiproxy client and nothing else. Nothing here may judge a run.
@NullMarked
package dev.relaybench.harness.fault;

import org.jspecify.annotations.NullMarked;

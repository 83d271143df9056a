/// What is offered: rates, keys, payloads and the open-loop pacer.
///
/// The harness owns pacing and identities. Nothing here may break or judge anything.
@NullMarked
package dev.relaybench.harness.workload;

import org.jspecify.annotations.NullMarked;

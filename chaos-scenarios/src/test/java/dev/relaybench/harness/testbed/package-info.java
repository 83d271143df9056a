/// Tests of the testbed's parts, on real processes.
@NullMarked
package dev.relaybench.harness.testbed;

import org.jspecify.annotations.NullMarked;

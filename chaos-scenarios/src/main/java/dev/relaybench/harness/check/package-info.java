/// Checkers and the judge: pure functions from a history to findings and a verdict.
///
/// No JDBC, no Kafka, no clock, no testbed: a stored run is judged by the same code as a live one.
@NullMarked
package dev.relaybench.harness.check;

import org.jspecify.annotations.NullMarked;

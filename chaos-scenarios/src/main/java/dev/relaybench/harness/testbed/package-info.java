/// The services that a run stands on: PostgreSQL, Kafka, the links between them, and the processes behind them.
///
/// Lives here: starting, stopping, killing, pausing and restarting real servers, their ports, and what they say of
/// their own settings. May not live here: workloads, faults, checkers, or any knowledge of a relay.
@NullMarked
package dev.relaybench.harness.testbed;

import org.jspecify.annotations.NullMarked;

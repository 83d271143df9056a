/// What people write: {@link dev.relaybench.harness.Scenario} and its {@link dev.relaybench.harness.Plan}.
///
/// The packages below answer one question each: `workload` what is offered, `fault` what is broken, `history` what was
/// seen, `expect` what may be seen, `check` what was true, `testbed` what it runs on, `run` how it is put together.
@NullMarked
package dev.relaybench.harness;

import org.jspecify.annotations.NullMarked;

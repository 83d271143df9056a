package dev.relaybench.harness.fault;

import dev.relaybench.harness.testbed.Capability;
import java.util.Set;

/// One thing that can be broken.
///
/// A fault that cannot be injected throws; it is never a no-op. One that was injected but did not have its effect says
/// so in its {@link Injection}, which makes the run inconclusive.
public interface Fault {
    /// What the environment has to let it do; without it the scenario is not run.
    default Set<Capability> needs() {
        return Set.of();
    }

    /// What it is called in histories and reports.
    String name();

    /// Breaks it, and returns once that is confirmed.
    ///
    /// @throws Exception if it cannot be injected, which is a failure of the harness
    Injection inject(FaultTarget target) throws Exception;
}

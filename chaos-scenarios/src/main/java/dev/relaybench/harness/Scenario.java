package dev.relaybench.harness;

import dev.relaybench.harness.expect.Timings;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.ServiceLoader;

/// One experiment: a workload, a fault on a schedule, what may be seen, and a bound.
///
/// Found by service loading: one more scenario is one more file.
public interface Scenario {
    /// The scenario's name: the row of the fallback table that it checks, and a variant where the row has several.
    String name();

    /// The whole experiment for these timings.
    ///
    /// It has to be a pure function: a stored run is judged again by the plan made from the timings in its history.
    Plan plan(Timings timings);

    /// All scenarios, by name.
    static List<Scenario> installed() {
        return ServiceLoader.load(Scenario.class).stream()
                .map(ServiceLoader.Provider::get)
                .sorted(Comparator.comparing(Scenario::name))
                .toList();
    }

    /// The scenario with this name.
    static Optional<Scenario> named(String name) {
        return installed().stream().filter(s -> s.name().equals(name)).findFirst();
    }
}

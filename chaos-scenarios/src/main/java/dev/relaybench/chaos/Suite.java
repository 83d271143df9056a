package dev.relaybench.chaos;

import dev.relaybench.harness.Scenario;
import java.util.List;
import java.util.stream.Collectors;

/// Which scenarios run, and at which time scale.
enum Suite {
    /// Every scenario with short periods: a few minutes, for each build.
    SMOKE(0.05),
    /// Every scenario with the reference system's own constants.
    TABLE(1);

    private final double timeScale;

    Suite(double timeScale) {
        this.timeScale = timeScale;
    }

    double timeScale() {
        return timeScale;
    }

    /// @param names the wanted scenarios; all if empty
    /// @throws UsageException naming the one that does not exist
    static List<Scenario> scenarios(List<String> names) {
        if (names.isEmpty()) {
            return Scenario.installed();
        }
        return names.stream()
                .map(name -> Scenario.named(name)
                        .orElseThrow(() -> new UsageException(
                                "There is no scenario named \"" + name + "\": choose from " + known() + ".")))
                .toList();
    }

    private static String known() {
        return Scenario.installed().stream().map(Scenario::name).collect(Collectors.joining(", "));
    }
}

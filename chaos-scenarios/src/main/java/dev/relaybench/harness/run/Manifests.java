package dev.relaybench.harness.run;

import dev.relaybench.harness.Plan;
import dev.relaybench.report.run.RunManifest;
import java.lang.management.ManagementFactory;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TreeMap;

/// The parts of a manifest that come from the plan and the machine.
public final class Manifests {
    private Manifests() {}

    /// The machine that this JVM runs on.
    public static RunManifest.Host host() {
        long memory =
                ManagementFactory.getOperatingSystemMXBean() instanceof com.sun.management.OperatingSystemMXBean os
                        ? os.getTotalMemorySize()
                        : 0;
        return new RunManifest.Host(
                System.getProperty("os.name") + " " + System.getProperty("os.version"),
                System.getProperty("os.arch"),
                Runtime.getRuntime().availableProcessors(),
                memory,
                System.getProperty("java.vm.version") + " " + System.getProperty("java.vendor"));
    }

    static Map<String, String> plan(Plan plan) {
        var words = new LinkedHashMap<String, String>();
        words.put("rate", plan.workload().rateRowsPerSecond() + " requests/s, open loop");
        words.put("aggregates", Integer.toString(plan.workload().keys()));
        words.put("payload", plan.workload().payloadBytes() + " bytes");
        words.put("rolled back", "every " + plan.workload().rollbackEvery() + "th request");
        words.put("fault", plan.fault().name());
        words.put("fault held", plan.hold().toMillis() + " ms");
        words.put("trials", Integer.toString(plan.trials()));
        words.put("warm-up", RunOptions.WARM_UP.toMillis() + " ms");
        words.put("steady state", RunOptions.STEADY_STATE.toMillis() + " ms");
        return words;
    }

    /// `postgres.fsync` and the like, by part.
    public static Map<String, Map<String, String>> byPart(Map<String, String> flat) {
        var parts = new TreeMap<String, Map<String, String>>();
        flat.forEach((key, value) -> {
            int dot = key.indexOf('.');
            String part = dot < 0 ? "testbed" : key.substring(0, dot);
            parts.computeIfAbsent(part, p -> new TreeMap<>()).put(key.substring(dot + 1), value);
        });
        return parts;
    }
}

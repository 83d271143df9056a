package dev.relaybench.harness.fault;

import java.time.Instant;
import java.util.Map;
import java.util.concurrent.Callable;

/// The two usual shapes of an injection.
final class Injections {
    private Injections() {}

    /// One that is over when it is injected.
    static Injection over(boolean bit, Map<String, String> evidence) {
        Instant end = Instant.now();
        return until(bit, evidence, () -> new Injection.Healing(end, true, Map.of()));
    }

    /// One that lasts until it is healed.
    static Injection until(boolean bit, Map<String, String> evidence, Callable<Injection.Healing> heal) {
        var shown = Map.copyOf(evidence);
        return new Injection() {
            @Override
            public boolean bit() {
                return bit;
            }

            @Override
            public Map<String, String> evidence() {
                return shown;
            }

            @Override
            public Healing heal() throws Exception {
                return heal.call();
            }
        };
    }
}

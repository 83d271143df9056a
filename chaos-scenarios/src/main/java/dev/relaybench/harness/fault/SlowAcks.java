package dev.relaybench.harness.fault;

import dev.relaybench.harness.testbed.Capability;
import eu.rekawek.toxiproxy.Proxy;
import eu.rekawek.toxiproxy.model.Toxic;
import eu.rekawek.toxiproxy.model.ToxicDirection;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;

/// Holds the broker's answers back while something happens, so that what happens finds the relay busy: with sends that
/// are not
/// acknowledged, and a channel that fills.
final class SlowAcks {
    static final Set<Capability> NEEDS = Set.of(Capability.BROKER_LINK);

    private SlowAcks() {}

    static <T> T during(FaultTarget target, Duration delay, Callable<T> step) throws Exception {
        List<Toxic> toxics = new ArrayList<>();
        try {
            for (Proxy link : target.brokerLinks()) {
                toxics.add(link.toxics().latency("slow-acks", ToxicDirection.DOWNSTREAM, delay.toMillis()));
            }
            return step.call();
        } finally {
            for (Toxic toxic : toxics) {
                toxic.remove();
            }
        }
    }
}

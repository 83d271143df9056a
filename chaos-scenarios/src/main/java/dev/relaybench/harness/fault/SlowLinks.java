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

/// Makes the links to the brokers slow in one direction while something happens, so that it finds the relay busy.
final class SlowLinks {
    static final Set<Capability> NEEDS = Set.of(Capability.BROKER_LINK);

    private SlowLinks() {}

    /// The brokers' answers are late: sends are not acknowledged, and a channel fills.
    static <T> T whileAnswersAreLate(FaultTarget target, Duration delay, Callable<T> step) throws Exception {
        return during(target, ToxicDirection.DOWNSTREAM, delay, step);
    }

    /// The relay's requests are late: what happens to a broker happens while some are on their way to it.
    static <T> T whileRequestsAreLate(FaultTarget target, Duration delay, Callable<T> step) throws Exception {
        return during(target, ToxicDirection.UPSTREAM, delay, step);
    }

    private static <T> T during(FaultTarget target, ToxicDirection direction, Duration delay, Callable<T> step)
            throws Exception {
        List<Toxic> toxics = new ArrayList<>();
        try {
            for (Proxy link : target.brokerLinks()) {
                toxics.add(link.toxics().latency("slow-link", direction, delay.toMillis()));
            }
            return step.call();
        } finally {
            for (Toxic toxic : toxics) {
                toxic.remove();
            }
        }
    }
}

package dev.relaybench.harness.fault;

import eu.rekawek.toxiproxy.Proxy;
import eu.rekawek.toxiproxy.model.ToxicDirection;
import java.time.Duration;
import java.util.concurrent.Callable;

/// Holds the broker's answers back while something happens, so that what happens finds the relay busy: with sends that
/// are not
/// acknowledged, and a channel that fills.
final class SlowAcks {
    private SlowAcks() {}

    static <T> T during(FaultTarget target, Duration delay, Callable<T> step) throws Exception {
        Proxy link = target.brokerLink();
        var toxic = link.toxics().latency("slow-acks", ToxicDirection.DOWNSTREAM, delay.toMillis());
        try {
            return step.call();
        } finally {
            toxic.remove();
        }
    }
}

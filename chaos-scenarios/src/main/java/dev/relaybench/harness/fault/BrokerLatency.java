package dev.relaybench.harness.fault;

import eu.rekawek.toxiproxy.Proxy;
import eu.rekawek.toxiproxy.model.Toxic;
import eu.rekawek.toxiproxy.model.ToxicDirection;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/// Every answer of the broker is late.
public final class BrokerLatency extends BrokerLinkFault {
    private final Duration latency;

    /// @param latency added to each answer
    public BrokerLatency(Duration latency) {
        this.latency = latency;
    }

    @Override
    public String name() {
        return "broker-latency";
    }

    @Override
    List<Toxic> poison(Proxy link) throws IOException {
        return List.of(link.toxics().latency(name(), ToxicDirection.DOWNSTREAM, latency.toMillis()));
    }

    @Override
    boolean showsIn(Optional<Duration> answer) {
        return answer.filter(time -> time.compareTo(latency) >= 0).isPresent();
    }

    @Override
    Duration probeLimit() {
        return latency.plus(super.probeLimit());
    }
}

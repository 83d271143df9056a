package dev.relaybench.harness.fault;

import eu.rekawek.toxiproxy.Proxy;
import eu.rekawek.toxiproxy.model.Toxic;
import eu.rekawek.toxiproxy.model.ToxicDirection;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/// Whatever passes between relay and broker is late, in both directions: requests, and answers.
public final class BrokerLatency extends BrokerLinkFault {
    private final Duration latency;

    /// A fault of this strength.
    ///
    /// @param latency added in each direction, so twice to each round trip
    public BrokerLatency(Duration latency) {
        this.latency = latency;
    }

    @Override
    public String name() {
        return "broker-latency";
    }

    @Override
    List<Toxic> poison(Proxy link) throws IOException {
        return List.of(
                link.toxics().latency(name() + "-up", ToxicDirection.UPSTREAM, latency.toMillis()),
                link.toxics().latency(name() + "-down", ToxicDirection.DOWNSTREAM, latency.toMillis()));
    }

    @Override
    boolean showsIn(Optional<Duration> answer) {
        return answer.filter(time -> time.compareTo(roundTrip()) >= 0).isPresent();
    }

    @Override
    Duration probeLimit() {
        return roundTrip().plus(super.probeLimit());
    }

    private Duration roundTrip() {
        return latency.multipliedBy(2);
    }
}

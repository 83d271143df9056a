package dev.relaybench.harness.fault;

import eu.rekawek.toxiproxy.Proxy;
import eu.rekawek.toxiproxy.model.Toxic;
import eu.rekawek.toxiproxy.model.ToxicDirection;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/// Nothing passes between relay and broker in either direction, and nobody is told: connections stay open.
public final class BrokerBlackHole extends BrokerLinkFault {
    @Override
    public String name() {
        return "broker-black-hole";
    }

    @Override
    List<Toxic> poison(Proxy link) throws IOException {
        return List.of(
                link.toxics().timeout(name() + "-up", ToxicDirection.UPSTREAM, 0),
                link.toxics().timeout(name() + "-down", ToxicDirection.DOWNSTREAM, 0));
    }

    @Override
    boolean showsIn(Optional<Duration> answer) {
        return answer.isEmpty();
    }
}

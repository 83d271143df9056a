package dev.relaybench.harness.fault;

import eu.rekawek.toxiproxy.Proxy;
import eu.rekawek.toxiproxy.model.Toxic;
import eu.rekawek.toxiproxy.model.ToxicDirection;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/// Requests reach the broker and take effect; its answers are lost, and connections stay open.
public final class BrokerAcksLost extends BrokerLinkFault {
    @Override
    public String name() {
        return "broker-acks-lost";
    }

    @Override
    List<Toxic> poison(Proxy link) throws IOException {
        return List.of(link.toxics().timeout(name(), ToxicDirection.DOWNSTREAM, 0));
    }

    @Override
    boolean showsIn(Optional<Duration> answer) {
        return answer.isEmpty();
    }
}

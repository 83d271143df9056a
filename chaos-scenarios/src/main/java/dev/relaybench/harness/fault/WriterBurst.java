package dev.relaybench.harness.fault;

import eu.rekawek.toxiproxy.Proxy;
import eu.rekawek.toxiproxy.model.ToxicDirection;
import java.util.Map;

/// Writers outrun the relay's fast path: so many requests at once while the broker is slow to answer, so that the
/// channel fills and
/// rejects. It ends by itself when the last request is answered and the broker is fast again.
///
/// @param rows requests in the burst
/// @param ackDelayMillis by how much the broker's answers are delayed while it lasts; it keeps the immediate worker
/// busy with its row
public record WriterBurst(int rows, long ackDelayMillis) implements Fault {
    private static final String TOXIC = "burst-ack-delay";

    @Override
    public String name() {
        return "writer-burst";
    }

    @Override
    public Injection inject(FaultTarget target) throws Exception {
        Proxy link = target.brokerLink();
        var toxic = link.toxics().latency(TOXIC, ToxicDirection.DOWNSTREAM, ackDelayMillis);
        FaultTarget.Burst burst;
        try {
            burst = target.burst(rows, rows);
        } finally {
            toxic.remove();
        }
        var evidence = Map.of(
                "requests in the burst", Integer.toString(burst.sent()),
                "committed", Integer.toString(burst.committed()),
                "offers rejected", Integer.toString(burst.rejected()));
        return Injections.over(burst.rejected() > 0, evidence);
    }
}

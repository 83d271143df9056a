package dev.relaybench.harness.fault;

import dev.relaybench.harness.testbed.Capability;
import java.time.Duration;
import java.util.Map;
import java.util.Set;

/// Writers outrun the relay's fast path: so many requests at once while the broker is slow to answer, so that the
/// channel fills and rejects. It ends by itself when the last request is answered and the broker is fast again.
///
/// @param rows requests in the burst
/// @param ackDelay by how much the broker's answers are late while it lasts; it keeps the immediate worker busy with
/// its row
public record WriterBurst(int rows, Duration ackDelay) implements Fault {
    @Override
    public String name() {
        return "writer-burst";
    }

    @Override
    public Set<Capability> needs() {
        return SlowLinks.NEEDS;
    }

    @Override
    public Injection inject(FaultTarget target) throws Exception {
        FaultTarget.Burst burst = SlowLinks.whileAnswersAreLate(target, ackDelay, () -> target.burst(rows, rows));
        var evidence = Map.of(
                "requests in the burst", Integer.toString(burst.sent()),
                "committed", Integer.toString(burst.committed()),
                "offers rejected", Integer.toString(burst.rejected()));
        return Injections.over(burst.rejected() > 0, evidence);
    }
}

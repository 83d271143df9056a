package dev.relaybench.harness.fault;

import dev.relaybench.harness.testbed.Capability;
import dev.relaybench.harness.testbed.Node;
import dev.relaybench.harness.testbed.PartitionState;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// The broker that leads a partition of the run's topic is killed with SIGKILL; healing starts it again.
///
/// It has bitten once the process is gone, with rows on their way to it, and every partition that it led has another
/// leader.
public final class BrokerLeaderKill extends BrokerProcessFault {
    private final Duration requestDelay;

    /// A fault that finds requests on their way.
    ///
    /// @param requestDelay by how much the relay's requests are late until the broker is gone
    public BrokerLeaderKill(Duration requestDelay) {
        this.requestDelay = requestDelay;
    }

    @Override
    public Set<Capability> needs() {
        return needsWithLinks();
    }

    @Override
    public String name() {
        return "broker-leader-kill";
    }

    @Override
    public Injection inject(FaultTarget target) throws Exception {
        Brokers brokers = target.brokers();
        PartitionState led = brokers.partitions().getFirst();
        int victim = led.leader().orElse(1);
        Node node = brokers.node(victim);
        long pid = node.pid();
        int onTheirWay = takeAway(target, requestDelay, node::kill);
        Brokers.Sight moved = brokers.await(
                found -> found.stream().allMatch(each -> each.leader().orElse(victim) != victim), LIMIT);
        boolean gone = isGone(pid);
        var evidence = Map.of(
                "killed broker",
                victim + ", process " + pid,
                "process gone",
                Boolean.toString(gone),
                "rows on their way",
                Integer.toString(onTheirWay),
                "leader of partition " + led.partition(),
                "from " + victim + " to " + leaders(moved.partitions()).getOrDefault(led.partition(), 0),
                "partitions without the broker",
                words(moved.partitions()));
        boolean bit = led.leader().isPresent() && gone && moved.reached() && onTheirWay > 0;
        return Injections.until(bit, evidence, () -> heal(brokers, victim));
    }

    /// It lasts until the last partition has all replicas in sync again.
    private static Injection.Healing heal(Brokers brokers, int victim) {
        start(brokers, List.of(victim)).join();
        Brokers.Sight whole = awaitWhole(brokers);
        return new Injection.Healing(
                whole.at(),
                whole.reached() && allRun(brokers, List.of(victim)),
                Map.of("partitions with the broker again", words(whole.partitions())));
    }
}

package dev.relaybench.harness.fault;

import dev.relaybench.harness.testbed.Node;
import dev.relaybench.harness.testbed.PartitionState;
import java.util.List;
import java.util.Map;

/// The broker that leads a partition of the run's topic is killed with SIGKILL; healing starts it again.
///
/// It has bitten once the process is gone and every partition that it led has another leader.
public final class BrokerLeaderKill extends BrokerProcessFault {
    @Override
    public String name() {
        return "broker-leader-kill";
    }

    @Override
    public Injection inject(FaultTarget target) {
        Brokers brokers = target.brokers();
        PartitionState led = brokers.partitions().getFirst();
        int victim = led.leader().orElse(1);
        Node node = brokers.node(victim);
        long pid = node.pid();
        node.kill();
        Brokers.Sight moved = brokers.await(
                found -> found.stream().allMatch(each -> each.leader().orElse(victim) != victim), LIMIT);
        boolean gone = isGone(pid);
        var evidence = Map.of(
                "killed broker",
                victim + ", process " + pid,
                "process gone",
                Boolean.toString(gone),
                "leader of partition " + led.partition(),
                "from " + victim + " to " + leaders(moved.partitions()).getOrDefault(led.partition(), 0),
                "partitions without the broker",
                words(moved.partitions()));
        boolean bit = led.leader().isPresent() && gone && moved.reached();
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

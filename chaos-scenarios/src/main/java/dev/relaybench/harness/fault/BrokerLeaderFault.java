package dev.relaybench.harness.fault;

import dev.relaybench.harness.testbed.Capability;
import dev.relaybench.harness.testbed.Node;
import dev.relaybench.harness.testbed.PartitionState;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// Faults that take the broker away that leads a partition of the run's topic, while requests are on their way to it;
/// healing starts it again.
///
/// They have bitten once the process is gone, with rows on their way to it, and the cluster does without it.
abstract class BrokerLeaderFault extends BrokerProcessFault {
    private final Duration requestDelay;

    /// @param requestDelay by how much the relay's requests are late until the broker is gone
    BrokerLeaderFault(Duration requestDelay) {
        this.requestDelay = requestDelay;
    }

    /// Ends the process, one way or the other.
    abstract void end(Node broker);

    /// Whether the cluster does without this broker.
    abstract boolean isWithout(List<PartitionState> partitions, int broker);

    @Override
    public final Set<Capability> needs() {
        return needsWithLinks();
    }

    @Override
    public final Injection inject(FaultTarget target) throws Exception {
        Brokers brokers = target.brokers();
        PartitionState led = brokers.partitions().getFirst();
        int victim = led.leader().orElse(1);
        Node node = brokers.node(victim);
        long pid = node.pid();
        int onTheirWay = takeAway(target, requestDelay, () -> end(node));
        Brokers.Sight without = brokers.await(found -> isWithout(found, victim), LIMIT);
        boolean gone = isGone(pid);
        int successor = leaders(without.partitions()).getOrDefault(led.partition(), 0);
        var evidence = new LinkedHashMap<String, String>();
        evidence.put("ended broker", victim + ", process " + pid);
        evidence.put("process gone", Boolean.toString(gone));
        evidence.put("rows on their way", Integer.toString(onTheirWay));
        evidence.put("leader of partition " + led.partition(), "from " + victim + " to " + successor);
        evidence.put("partitions without the broker", words(without.partitions()));
        boolean bit = led.leader().isPresent() && gone && onTheirWay > 0 && without.reached();
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

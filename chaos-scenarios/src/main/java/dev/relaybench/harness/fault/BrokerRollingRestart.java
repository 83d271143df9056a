package dev.relaybench.harness.fault;

import dev.relaybench.harness.testbed.Capability;
import dev.relaybench.harness.testbed.Node;
import dev.relaybench.harness.testbed.PartitionState;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// Each broker in turn is stopped in good order and started again; the next one waits until all replicas are in sync.
/// It ends by itself with the last broker.
///
/// It has bitten if each broker got a new process, no partition counted on it meanwhile, and all were in sync again.
public final class BrokerRollingRestart extends BrokerProcessFault {
    private final Duration requestDelay;

    /// A fault that finds requests on their way.
    ///
    /// @param requestDelay by how much the relay's requests are late while a broker is being stopped
    public BrokerRollingRestart(Duration requestDelay) {
        this.requestDelay = requestDelay;
    }

    @Override
    public Set<Capability> needs() {
        return needsWithLinks();
    }

    @Override
    public String name() {
        return "broker-rolling-restart";
    }

    @Override
    public Injection inject(FaultTarget target) throws Exception {
        Brokers brokers = target.brokers();
        var evidence = new LinkedHashMap<String, String>();
        boolean bit = true;
        int moves = 0;
        Instant endedAt = Instant.now();
        List<PartitionState> last = brokers.partitions();
        for (int number = 1; number <= brokers.count(); number++) {
            Node node = brokers.node(number);
            long pid = node.pid();
            int stopped = number;
            int onTheirWay = takeAway(target, requestDelay, node::stop);
            Brokers.Sight without = brokers.await(found -> doWithout(found, stopped), LIMIT);
            start(brokers, List.of(number)).join();
            Brokers.Sight whole = awaitWhole(brokers);
            endedAt = whole.at();
            bit &= onTheirWay > 0 && without.reached() && isGone(pid) && node.isRunning() && whole.reached();
            moves += moved(last, without.partitions());
            last = whole.partitions();
            evidence.put(
                    "broker " + number,
                    "process " + pid + " with " + onTheirWay + " rows on their way, then " + node.pid());
            evidence.put("partitions without broker " + number, words(without.partitions()));
        }
        evidence.put("leaderships moved", Integer.toString(moves));
        evidence.put("partitions after the last", words(last));
        Instant end = endedAt;
        boolean whole = last.stream().allMatch(PartitionState::isWhole);
        return Injections.until(bit && moves > 0, evidence, () -> new Injection.Healing(end, whole, Map.of()));
    }

    private static int moved(List<PartitionState> before, List<PartitionState> after) {
        Map<Integer, Integer> old = leaders(before);
        return (int) leaders(after).entrySet().stream()
                .filter(leader -> !leader.getValue().equals(old.get(leader.getKey())))
                .count();
    }
}

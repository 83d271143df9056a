package dev.relaybench.harness.fault;

import dev.relaybench.harness.testbed.Capability;
import dev.relaybench.harness.testbed.Node;
import dev.relaybench.harness.testbed.PartitionState;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// The broker that leads a partition of the run's topic is stopped in good order, which moves its leaderships first;
/// healing starts it again.
///
/// It has bitten once the process is gone, with rows on their way to it, and every partition has another leader and one
/// replica in sync less.
public final class BrokerStop extends BrokerProcessFault {
    private final Duration requestDelay;

    /// A fault that finds requests on their way.
    ///
    /// @param requestDelay by how much the relay's requests are late until the broker is gone
    public BrokerStop(Duration requestDelay) {
        this.requestDelay = requestDelay;
    }

    @Override
    public Set<Capability> needs() {
        return needsWithLinks();
    }

    @Override
    public String name() {
        return "broker-stop";
    }

    @Override
    public Injection inject(FaultTarget target) throws Exception {
        Brokers brokers = target.brokers();
        PartitionState led = brokers.partitions().getFirst();
        int victim = led.leader().orElse(1);
        Node node = brokers.node(victim);
        long pid = node.pid();
        int onTheirWay = takeAway(target, requestDelay, node::stop);
        Brokers.Sight without = brokers.await(found -> isWithout(found, victim), LIMIT);
        boolean gone = isGone(pid);
        var evidence = Map.of(
                "stopped broker",
                victim + ", process " + pid,
                "process gone",
                Boolean.toString(gone),
                "rows on their way",
                Integer.toString(onTheirWay),
                "leader of partition " + led.partition(),
                "from " + victim + " to " + leaders(without.partitions()).getOrDefault(led.partition(), 0),
                "partitions without the broker",
                words(without.partitions()));
        boolean bit = led.leader().isPresent() && gone && without.reached() && onTheirWay > 0;
        return Injections.until(bit, evidence, () -> {
            start(brokers, List.of(victim)).join();
            Brokers.Sight whole = awaitWhole(brokers);
            return new Injection.Healing(
                    whole.at(),
                    whole.reached() && allRun(brokers, List.of(victim)),
                    Map.of("partitions with the broker again", words(whole.partitions())));
        });
    }

    /// Whether every partition has a leader and does without this broker.
    static boolean isWithout(List<PartitionState> partitions, int broker) {
        return partitions.stream()
                .allMatch(each -> each.leader().isPresent()
                        && each.leader().getAsInt() != broker
                        && !each.inSync().contains(broker));
    }
}

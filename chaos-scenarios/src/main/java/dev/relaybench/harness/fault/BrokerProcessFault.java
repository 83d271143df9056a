package dev.relaybench.harness.fault;

import dev.relaybench.harness.testbed.Capability;
import dev.relaybench.harness.testbed.Node;
import dev.relaybench.harness.testbed.PartitionState;
import java.time.Duration;
import java.util.Collection;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Collectors;

/// Faults that end the processes of brokers. They heal when the brokers run again and every partition has all of its
/// replicas in sync.
abstract class BrokerProcessFault implements Fault {
    /// Long enough for a session of 9 s, Kafka's default, to run out, or for a broker to start on a busy machine.
    static final Duration LIMIT = Duration.ofSeconds(40);

    /// So many rows at least are on their way when a broker goes. The first request after the links became slow has a
    /// row or two; by the time that so many wait, the second one is on its way, which has some for each partition.
    private static final int ROWS_ON_THE_WAY = 20;

    private static final Duration ON_THE_WAY_LIMIT = Duration.ofSeconds(5);

    @Override
    public Set<Capability> needs() {
        return EnumSet.of(Capability.THREE_BROKERS, Capability.BROKER_PROCESS);
    }

    /// The same, for faults that take brokers away while requests are on their way to them.
    static Set<Capability> needsWithLinks() {
        return EnumSet.of(Capability.THREE_BROKERS, Capability.BROKER_PROCESS, Capability.BROKER_LINK);
    }

    /// Takes a broker away while requests are on their way to it, which then are lost or come to one that leads no
    /// more: a relay that mistakes that for success loses rows.
    ///
    /// @param delay by how much requests are late meanwhile
    /// @return rows that were on their way; fewer than wanted if there were not more in time
    static int takeAway(FaultTarget target, Duration delay, Runnable deed) throws Exception {
        return SlowLinks.whileRequestsAreLate(target, delay, () -> {
            target.awaitUnseenRows(ROWS_ON_THE_WAY, ON_THE_WAY_LIMIT);
            int rows = target.unseenRows();
            deed.run();
            return rows;
        });
    }

    /// Starts brokers, all at the same time; completes when all serve.
    static CompletableFuture<Void> start(Brokers brokers, Collection<Integer> numbers) {
        return CompletableFuture.allOf(numbers.stream()
                .map(number -> CompletableFuture.runAsync(
                        brokers.node(number)::restart,
                        task -> Thread.ofVirtual().start(task)))
                .toArray(CompletableFuture[]::new));
    }

    /// Waits until every partition has all of its replicas in sync.
    static Brokers.Sight awaitWhole(Brokers brokers) {
        return brokers.await(found -> found.stream().allMatch(PartitionState::isWhole), LIMIT);
    }

    static boolean allRun(Brokers brokers, Collection<Integer> numbers) {
        return numbers.stream().map(brokers::node).allMatch(Node::isRunning);
    }

    /// Whether every partition has a leader, and neither is led by this broker nor counts on it.
    static boolean doWithout(List<PartitionState> partitions, int broker) {
        return partitions.stream()
                .allMatch(each -> each.leader().isPresent()
                        && each.leader().getAsInt() != broker
                        && !each.inSync().contains(broker));
    }

    static boolean isGone(long pid) {
        return ProcessHandle.of(pid).filter(ProcessHandle::isAlive).isEmpty();
    }

    /// For evidence: what the partitions are, one after the other.
    static String words(List<PartitionState> partitions) {
        return partitions.stream().map(PartitionState::toString).collect(Collectors.joining("; "));
    }

    /// Leaders by partition; 0 for none.
    static Map<Integer, Integer> leaders(List<PartitionState> partitions) {
        var leaders = new LinkedHashMap<Integer, Integer>();
        partitions.forEach(each -> leaders.put(each.partition(), each.leader().orElse(0)));
        return leaders;
    }
}

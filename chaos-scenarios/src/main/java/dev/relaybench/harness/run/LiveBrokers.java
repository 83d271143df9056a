package dev.relaybench.harness.run;

import dev.relaybench.harness.fault.Brokers;
import dev.relaybench.harness.testbed.Kafka;
import dev.relaybench.harness.testbed.Node;
import dev.relaybench.harness.testbed.PartitionState;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;

/// The brokers of a testbed and the topic of one run. At its end, brokers that a fault has left dead are started again:
/// the next run needs them.
final class LiveBrokers implements Brokers, AutoCloseable {
    /// Between two looks at the partitions.
    private static final Duration STEP = Duration.ofMillis(10);

    private final Kafka kafka;
    private final String topic;
    private Optional<TopicWatch> watch = Optional.empty();
    private Optional<ReplicaProbe> probe = Optional.empty();

    LiveBrokers(Kafka kafka, String topic) {
        this.kafka = kafka;
        this.topic = topic;
    }

    @Override
    public int count() {
        return kafka.brokerCount();
    }

    @Override
    public Node node(int number) {
        return kafka.nodes().get(number - 1);
    }

    @Override
    public int minInSync() {
        return Integer.parseInt(kafka.settings().getOrDefault("min.insync.replicas", "1"));
    }

    @Override
    public List<PartitionState> partitions() {
        Sight found = await(partitions -> true, TopicWatch.ANSWER_LIMIT.multipliedBy(2));
        if (!found.reached()) {
            throw new IllegalStateException("the cluster does not say who leads the partitions of " + topic);
        }
        return found.partitions();
    }

    @Override
    public Sight await(Predicate<List<PartitionState>> wanted, Duration limit) {
        TopicWatch open = watch.orElseGet(() -> new TopicWatch(kafka, topic));
        watch = Optional.of(open);
        long deadline = System.nanoTime() + limit.toNanos();
        Instant notYetAt = Instant.now();
        List<PartitionState> last = List.of();
        while (System.nanoTime() - deadline < 0) {
            Instant askedAt = Instant.now();
            Optional<List<PartitionState>> found = open.look();
            if (found.isPresent()) {
                last = found.get();
                if (wanted.test(last)) {
                    return new Sight(true, notYetAt, Instant.now(), last);
                }
                notYetAt = askedAt;
            }
            pause();
        }
        return new Sight(false, notYetAt, Instant.now(), last);
    }

    private static void pause() {
        try {
            Pause.of(STEP);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while watching the partitions", e);
        }
    }

    @Override
    public String probe() {
        ReplicaProbe open = probe.orElseGet(() -> new ReplicaProbe(kafka, topic + "-probe"));
        probe = Optional.of(open);
        return open.send();
    }

    @Override
    public void close() {
        watch.ifPresent(TopicWatch::close);
        kafka.nodes().stream().filter(node -> !node.isRunning()).forEach(Node::restart);
        probe.ifPresent(ReplicaProbe::close);
    }
}

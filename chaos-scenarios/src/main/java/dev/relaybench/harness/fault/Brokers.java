package dev.relaybench.harness.fault;

import dev.relaybench.harness.testbed.Node;
import dev.relaybench.harness.testbed.PartitionState;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.function.Predicate;

/// The brokers of a run: their processes, and what the cluster says of the run's topic.
public interface Brokers {
    /// How many there are; they are numbered from 1.
    int count();

    /// The process of one of them.
    Node node(int number);

    /// How many replicas of a partition must be in sync, by the cluster's settings, before it takes a record.
    int minInSync();

    /// The partitions of the run's topic as they are now.
    List<PartitionState> partitions();

    /// Looks at the partitions of the run's topic again and again, until they are as wanted or the limit has passed.
    /// Looks that a cluster in trouble does not answer are repeated.
    Sight await(Predicate<List<PartitionState>> wanted, Duration limit);

    /// Sends one record, to be acknowledged by all replicas and never sent again, to a topic of its own that has the
    /// replicas of the run's topic.
    ///
    /// @return {@link #TAKEN}, or the name of the error
    String probe();

    /// The answer to a probe that was acknowledged.
    String TAKEN = "acknowledged";

    /// The end of a wait.
    ///
    /// @param reached whether it came in time
    /// @param notYetAt the last look that did not find it; when the wait began, if the first look found it
    /// @param at when it was found, or given up
    /// @param partitions what the last look found
    record Sight(boolean reached, Instant notYetAt, Instant at, List<PartitionState> partitions) {}
}

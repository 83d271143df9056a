package dev.relaybench.harness.testbed;

import java.util.List;
import java.util.OptionalInt;

/// What a cluster says of one partition. Brokers are named by their numbers.
///
/// @param leader empty while there is none
/// @param replicas the brokers that are to have it
/// @param inSync those that have all of it, the leader included
public record PartitionState(int partition, OptionalInt leader, List<Integer> replicas, List<Integer> inSync) {
    public PartitionState {
        replicas = List.copyOf(replicas);
        inSync = List.copyOf(inSync);
    }

    /// Whether it has a leader and every replica is in sync.
    public boolean isWhole() {
        return leader.isPresent() && inSync.size() == replicas.size();
    }

    /// Whether it has a leader and so many replicas in sync.
    public boolean hasInSync(int atLeast) {
        return leader.isPresent() && inSync.size() >= atLeast;
    }

    /// For people: `0: leader 2, in sync [2, 3]`.
    @Override
    public String toString() {
        String leading = leader.isPresent() ? "leader " + leader.getAsInt() : "no leader";
        return "%d: %s, in sync %s".formatted(partition, leading, inSync);
    }
}

package dev.relaybench.harness.fault;

import dev.relaybench.harness.testbed.Node;
import dev.relaybench.harness.testbed.PartitionState;
import eu.rekawek.toxiproxy.Proxy;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.IntStream;

/// Three brokers and one partition, which behave as a cluster would, or as one that a fault cannot harm.
final class FakeBrokers implements Brokers, FaultTarget {
    static final Instant NOT_YET = Instant.parse("2026-01-01T00:00:00Z");
    static final Instant FOUND = NOT_YET.plusMillis(20);

    private static final Duration PATIENCE = Duration.ofMillis(200);
    private static final long NO_PROCESS = 999_999_999;

    private final Set<Integer> down = new TreeSet<>();
    /// The brokers that count as dead for the partition, given those that are.
    private final Function<Set<Integer>, Set<Integer>> missed;
    private final long pid;
    private boolean idle;

    private FakeBrokers(Function<Set<Integer>, Set<Integer>> missed, long pid) {
        this.missed = missed;
        this.pid = pid;
    }

    /// A cluster that notices what happens to it.
    static FakeBrokers sound() {
        return new FakeBrokers(Set::copyOf, NO_PROCESS);
    }

    /// One that goes on as if every broker lived.
    static FakeBrokers unharmed() {
        return new FakeBrokers(dead -> Set.of(), NO_PROCESS);
    }

    /// One in which broker 3 never comes back into the set in sync.
    static FakeBrokers lame() {
        return new FakeBrokers(
                new Function<>() {
                    private boolean harmed;

                    @Override
                    public Set<Integer> apply(Set<Integer> dead) {
                        harmed |= dead.contains(3);
                        var all = new TreeSet<>(dead);
                        if (harmed) {
                            all.add(3);
                        }
                        return all;
                    }
                },
                NO_PROCESS);
    }

    /// One whose processes outlive their kill.
    static FakeBrokers immortal() {
        return new FakeBrokers(Set::copyOf, ProcessHandle.current().pid());
    }

    @Override
    public int count() {
        return 3;
    }

    @Override
    public Node node(int number) {
        return new FakeNode(number);
    }

    @Override
    public int minInSync() {
        return 2;
    }

    @Override
    public List<PartitionState> partitions() {
        Set<Integer> dead;
        synchronized (down) {
            dead = missed.apply(down);
        }
        List<Integer> inSync = IntStream.rangeClosed(1, 3)
                .filter(n -> !dead.contains(n))
                .boxed()
                .toList();
        OptionalInt leader = inSync.stream().mapToInt(Integer::intValue).findFirst();
        return List.of(new PartitionState(0, leader, List.of(1, 2, 3), inSync));
    }

    @Override
    public Sight await(Predicate<List<PartitionState>> wanted, Duration limit) {
        long deadline = System.nanoTime() + PATIENCE.toNanos();
        synchronized (down) {
            while (!wanted.test(partitions()) && System.nanoTime() - deadline < 0) {
                awaitChange();
            }
            return new Sight(wanted.test(partitions()), NOT_YET, FOUND, partitions());
        }
    }

    /// Brokers start on threads of their own.
    private void awaitChange() {
        try {
            TimeUnit.NANOSECONDS.timedWait(down, PATIENCE.toNanos());
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    @Override
    public String probe() {
        return partitions().getFirst().hasInSync(minInSync()) ? TAKEN : "NotEnoughReplicasException";
    }

    @Override
    public Brokers brokers() {
        return this;
    }

    @Override
    public long killRelay() {
        throw new UnsupportedOperationException();
    }

    @Override
    public Duration startRelay() {
        throw new UnsupportedOperationException();
    }

    @Override
    public Burst burst(int rows, int answersAwaited) {
        throw new UnsupportedOperationException();
    }

    @Override
    public List<Proxy> brokerLinks() {
        return List.of();
    }

    @Override
    public List<Optional<Duration>> probeBrokerLinks(Duration limit) {
        return List.of();
    }

    @Override
    public int unseenRows() {
        return idle ? 0 : 12;
    }

    @Override
    public boolean awaitUnseenRows(int rows, Duration limit) {
        return !idle;
    }

    /// The same cluster, and nothing on its way to it.
    FakeBrokers idle() {
        idle = true;
        return this;
    }

    private final class FakeNode implements Node {
        private final int number;

        private FakeNode(int number) {
            this.number = number;
        }

        @Override
        public String name() {
            return "broker-" + number;
        }

        @Override
        public long pid() {
            return pid;
        }

        @Override
        public boolean isRunning() {
            return !down.contains(number);
        }

        @Override
        public void kill() {
            down.add(number);
        }

        @Override
        public void pause() {
            throw new UnsupportedOperationException();
        }

        @Override
        public void resume() {
            throw new UnsupportedOperationException();
        }

        @Override
        public void stop() {
            down.add(number);
        }

        @Override
        public void restart() {
            synchronized (down) {
                down.remove(number);
                down.notifyAll();
            }
        }
    }
}

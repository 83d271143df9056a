package dev.relaybench.harness.run;

import dev.relaybench.harness.fault.Brokers;
import dev.relaybench.harness.fault.FaultTarget;
import dev.relaybench.harness.history.HistoryEvent.Answered;
import dev.relaybench.harness.history.HistoryEvent.FastPath;
import dev.relaybench.harness.history.HistoryEvent.Outcome;
import dev.relaybench.harness.testbed.Testbed;
import dev.relaybench.harness.workload.LiveRows;
import dev.relaybench.harness.workload.RequestSender;
import dev.relaybench.harness.workload.RequestSource;
import eu.rekawek.toxiproxy.Proxy;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;

/// The run as faults see it.
final class LiveTarget implements FaultTarget, AutoCloseable {
    /// About the pool of an application; more would only queue in front of the relay.
    private static final int BURST_CONCURRENCY = 16;

    private static final Duration BURST_LIMIT = Duration.ofSeconds(30);

    private final Testbed testbed;
    private final LiveBrokers brokers;
    private final RelayProcess relay;
    private final RequestSource requests;
    private final RequestSender sender;
    private final LiveRows rows;
    private final ExecutorService writers = Executors.newThreadPerTaskExecutor(
            Thread.ofVirtual().name("burst-", 0).factory());

    LiveTarget(Testbed testbed, LiveBrokers brokers, RelayProcess relay, Load load) {
        this.testbed = testbed;
        this.brokers = brokers;
        this.relay = relay;
        this.requests = load.requests();
        this.sender = load.sender();
        this.rows = load.rows();
    }

    /// Where a burst takes its requests from, how it sends them, and what has become of all.
    record Load(RequestSource requests, RequestSender sender, LiveRows rows) {}

    @Override
    public long killRelay() {
        return relay.kill();
    }

    @Override
    public Duration startRelay() {
        return relay.start();
    }

    @Override
    public Burst burst(int size, int answersAwaited) {
        var answers = new CountDownLatch(answersAwaited);
        var committed = new AtomicInteger();
        var rejected = new AtomicInteger();
        var lanes = new Semaphore(BURST_CONCURRENCY);
        for (int i = 0; i < size; i++) {
            writers.execute(() -> {
                lanes.acquireUninterruptibly();
                try {
                    Answered answer = sender.send(requests.next(), Instant.now());
                    committed.addAndGet(answer.outcome() == Outcome.COMMITTED ? 1 : 0);
                    rejected.addAndGet(answer.fastPath() == FastPath.REJECTED ? 1 : 0);
                } finally {
                    lanes.release();
                    answers.countDown();
                }
            });
        }
        try {
            if (!answers.await(BURST_LIMIT.toMillis(), TimeUnit.MILLISECONDS)) {
                throw new IllegalStateException("the relay answered only " + (answersAwaited - answers.getCount())
                        + " of " + answersAwaited + " requests of a burst within " + BURST_LIMIT.toSeconds() + " s");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted during a burst", e);
        }
        return new Burst(size, committed.get(), rejected.get());
    }

    @Override
    public List<Proxy> brokerLinks() {
        return testbed.links().brokers();
    }

    @Override
    public List<Optional<Duration>> probeBrokerLinks(Duration limit) {
        var probe = LinkProbe.of(testbed.kafka());
        return Stream.of(testbed.kafka().bootstrapProxied().split(","))
                .map(address -> probe.ask(address, limit))
                .toList();
    }

    @Override
    public Brokers brokers() {
        return brokers;
    }

    @Override
    public int unseenRows() {
        return rows.unseenCount();
    }

    @Override
    public boolean awaitUnseenRows(int count, Duration limit) {
        try {
            return rows.awaitUnseen(count, limit);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while rows were awaited", e);
        }
    }

    @Override
    public void close() {
        writers.shutdown();
        try {
            if (!writers.awaitTermination(BURST_LIMIT.toMillis(), TimeUnit.MILLISECONDS)) {
                writers.shutdownNow();
            }
        } catch (InterruptedException e) {
            writers.shutdownNow();
            Thread.currentThread().interrupt();
        }
    }
}

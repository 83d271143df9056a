package dev.relaybench.bench.micro;

import dev.relaybench.relay.message.OutboxMessage;
import dev.relaybench.relay.metrics.RelayCounters;
import dev.relaybench.relay.outbox.OutboxJob;
import dev.relaybench.relay.outbox.PgOutboxChannel;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Group;
import org.openjdk.jmh.annotations.GroupThreads;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;
import org.openjdk.jmh.infra.Control;

/// How many jobs a second the outbox channel hands from one committing thread to one worker. An offer that finds the
/// channel full is tried again, so that each operation of `offer` is one job handed over.
@State(Scope.Group)
@BenchmarkMode(Mode.Throughput)
@OutputTimeUnit(TimeUnit.SECONDS)
@Warmup(iterations = 2, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(1)
public class ChannelHandOverBenchmark {
    private static final OutboxJob JOB =
            new OutboxJob(new OutboxMessage(UUID.fromString("00000000-0000-0000-0000-000000000001"), "k", "t", "p"));
    private static final Duration TAKE_LIMIT = Duration.ofMillis(10);

    private final PgOutboxChannel channel = new PgOutboxChannel(1_024, new RelayCounters());

    /// The committing thread.
    @Benchmark
    @Group("handOver")
    @GroupThreads(1)
    public boolean offer(Control control) {
        boolean accepted = channel.offer(JOB);
        while (!accepted && !control.stopMeasurement) {
            Thread.onSpinWait();
            accepted = channel.offer(JOB);
        }
        return accepted;
    }

    /// The worker.
    @Benchmark
    @Group("handOver")
    @GroupThreads(1)
    public List<OutboxJob> take() throws InterruptedException {
        return channel.take(64, TAKE_LIMIT);
    }
}

package dev.relaybench.bench.micro;

import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Warmup;

/// How fast a prepared backlog drains, beside what bounds it: the same claims and marks without a broker.
///
/// One operation is one row, committed, claimed, acknowledged by all in-sync replicas, marked and committed. One
/// invocation drains the whole backlog, and its rows are counted in the table and on the topic afterwards: a row too
/// few or too many fails the benchmark.
@BenchmarkMode(Mode.SingleShotTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Warmup(iterations = 4)
@Measurement(iterations = 5)
@Fork(1)
public class DrainBenchmark {
    /// The reference relay's polling worker, from table to topic.
    @Benchmark
    @OperationsPerInvocation(Backlog.ROWS)
    public long drain(PreparedBacklog backlog) throws Exception {
        return backlog.drainToBroker();
    }

    /// The same worker with a publisher that acknowledges at once: the limit of claiming and marking in turn on one
    /// connection.
    @Benchmark
    @OperationsPerInvocation(Backlog.ROWS)
    public long claimAndMark(PreparedBacklog backlog) throws Exception {
        return backlog.drainToNowhere();
    }
}

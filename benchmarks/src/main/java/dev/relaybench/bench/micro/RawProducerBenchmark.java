package dev.relaybench.bench.micro;

import dev.relaybench.relay.kafka.ProducerFactory;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

/// How fast a producer alone gets records acknowledged: no relay can be faster. `acks=all`, idempotent, records of 512
/// bytes, batches of 128 KiB. One operation is one acknowledged record.
@State(Scope.Benchmark)
@BenchmarkMode(Mode.SingleShotTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Warmup(iterations = 2)
@Measurement(iterations = 5)
@Fork(1)
public class RawProducerBenchmark {
    private static final byte[] PAYLOAD = "x".repeat(512).getBytes(StandardCharsets.US_ASCII);

    private BenchTopic topic;
    private Producer<String, byte[]> producer;
    private long recordsBefore;

    /// Makes topic and producer.
    @Setup(Level.Trial)
    public void open() throws Exception {
        topic = BenchTopic.create(BenchSettings.relay().kafka());
        Map<String, Object> properties =
                ProducerFactory.safeProperties(BenchSettings.relay().kafka());
        properties.put(ProducerConfig.LINGER_MS_CONFIG, 1L);
        producer = ProducerFactory.of(properties).create();
    }

    /// Remembers where the topic ends.
    @Setup(Level.Iteration)
    public void count() {
        recordsBefore = topic.records();
    }

    /// Sends all and waits for every acknowledgement.
    @Benchmark
    @OperationsPerInvocation(Backlog.ROWS)
    public long send() throws Exception {
        List<Future<RecordMetadata>> sent = new ArrayList<>(Backlog.ROWS);
        for (int i = 0; i < Backlog.ROWS; i++) {
            sent.add(producer.send(new ProducerRecord<>(topic.name(), "k" + i % 1_000, PAYLOAD)));
        }
        long last = 0;
        for (Future<RecordMetadata> future : sent) {
            last = Math.max(last, future.get(1, TimeUnit.MINUTES).offset());
        }
        return last;
    }

    /// Counts what came out.
    @TearDown(Level.Iteration)
    public void verify() {
        long records = topic.records() - recordsBefore;
        if (records != Backlog.ROWS) {
            throw new IllegalStateException(records + " records on the topic instead of " + Backlog.ROWS);
        }
    }

    /// Closes everything.
    @TearDown(Level.Trial)
    public void close() {
        producer.close();
        topic.close();
    }
}

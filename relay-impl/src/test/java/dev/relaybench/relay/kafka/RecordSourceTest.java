package dev.relaybench.relay.kafka;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.relaybench.relay.message.InboundRecord;
import dev.relaybench.relay.metrics.Counter;
import dev.relaybench.relay.metrics.RelayCounters;
import dev.relaybench.relay.settings.RelaySettings;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.kafka.clients.consumer.CommitFailedException;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.MockConsumer;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.common.errors.TopicAuthorizationException;
import org.junit.jupiter.api.Test;

class RecordSourceTest {
    private static final TopicPartition PARTITION = new TopicPartition("t", 0);
    private static final Duration SHORT = Duration.ofMillis(10);

    private final RelayCounters counters = new RelayCounters();
    private final List<ScriptedConsumer> consumers = new ArrayList<>();
    private final RecordSource source = new RecordSource(this::create, "t", Duration.ofSeconds(1), counters);

    @Test
    void readsRecordsAndCommitsTheirOffsets() throws InterruptedException {
        next(0, 1);

        assertThat(source.poll(SHORT)).extracting(InboundRecord::offset).containsExactly(0L, 1L);
        assertThat(committed()).isZero();
        source.commit();

        assertThat(committed()).isEqualTo(2);
    }

    @Test
    void whatIsRewoundComesAgain() throws InterruptedException {
        next(0, 1);
        source.poll(SHORT);

        source.rewind();
        next(0, 1);

        assertThat(source.poll(SHORT)).extracting(InboundRecord::offset).containsExactly(0L, 1L);
    }

    @Test
    void aPassingFailureLeavesTheConsumer() throws InterruptedException {
        source.poll(SHORT);
        consumers.getFirst().setPollException(new TimeoutException("slow"));

        assertThatThrownBy(() -> source.poll(SHORT)).isInstanceOf(TimeoutException.class);
        source.poll(SHORT);

        assertThat(consumers).hasSize(1);
    }

    @Test
    void aConsumerThatFailedForGoodIsReplaced() throws InterruptedException {
        source.poll(SHORT);
        consumers.getFirst().setPollException(new TopicAuthorizationException("not yours"));

        assertThatThrownBy(() -> source.poll(SHORT)).isInstanceOf(KafkaException.class);
        source.commit();
        source.rewind();
        source.poll(SHORT);

        assertThat(consumers).hasSize(2);
        assertThat(consumers.getFirst().closed()).isTrue();
        assertThat(counters.get(Counter.CONSUMERS_REPLACED)).isEqualTo(1);
    }

    @Test
    void aCommitThatFailsIsCountedAndNothingElse() throws InterruptedException {
        next(0);
        source.poll(SHORT);
        consumers.getFirst().commitFails = true;

        source.commit();

        assertThat(counters.get(Counter.OFFSET_COMMITS_FAILED)).isEqualTo(1);
        assertThat(consumers).hasSize(1);
    }

    @Test
    void closingLeavesTheGroup() throws InterruptedException {
        source.poll(SHORT);

        source.close();
        source.close();

        assertThat(consumers.getFirst().closed()).isTrue();
    }

    @Test
    void theConsumerCommitsNothingByItselfAndBeginsWithTheOldestRecord() {
        RelaySettings settings = RelaySettings.of(Map.of(
                "relay.jdbc.url", "jdbc:postgresql://127.0.0.1:5432/app",
                "relay.jdbc.user", "app",
                "relay.kafka.bootstrap-servers", "127.0.0.1:9092",
                "relay.kafka.client.security.protocol", "SSL"));

        Map<String, Object> properties = ConsumerFactory.safeProperties(
                settings.kafka(), new ConsumerFactory.Group("g", "c", 7, Duration.ofSeconds(3)));

        assertThat(properties)
                .containsEntry("enable.auto.commit", false)
                .containsEntry("auto.offset.reset", "earliest")
                .containsEntry("security.protocol", "SSL")
                .containsEntry("group.id", "g")
                .containsEntry("client.id", "c")
                .containsEntry("max.poll.records", 7)
                .containsEntry("max.poll.interval.ms", 3_000);
        ConsumerFactory.of(Map.of("bootstrap.servers", "127.0.0.1:9", "group.id", "g"))
                .create()
                .close();
    }

    /// The broker has these records for the next poll.
    private void next(long... offsets) throws InterruptedException {
        if (consumers.isEmpty()) {
            source.poll(SHORT);
        }
        for (long offset : offsets) {
            consumers.getLast().addRecord(new ConsumerRecord<>("t", 0, offset, bytes("k"), bytes("v" + offset)));
        }
    }

    private long committed() {
        OffsetAndMetadata offset =
                consumers.getLast().committed(Set.of(PARTITION)).get(PARTITION);
        return offset == null ? 0 : offset.offset();
    }

    private ScriptedConsumer create() {
        ScriptedConsumer consumer = new ScriptedConsumer();
        consumer.updateBeginningOffsets(Map.of(PARTITION, 0L));
        consumer.schedulePollTask(() -> consumer.rebalance(List.of(PARTITION)));
        consumers.add(consumer);
        return consumer;
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private static final class ScriptedConsumer extends MockConsumer<byte[], byte[]> {
        private boolean commitFails;

        ScriptedConsumer() {
            super("earliest");
        }

        @Override
        public synchronized void commitSync(Map<TopicPartition, OffsetAndMetadata> offsets, Duration timeout) {
            if (commitFails) {
                throw new CommitFailedException("the group has gone on");
            }
            super.commitSync(offsets, timeout);
        }
    }
}

package dev.relaybench.relay.kafka;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.relaybench.relay.message.PublishResult;
import dev.relaybench.relay.message.PublishResult.Acked;
import dev.relaybench.relay.message.PublishResult.Refused;
import dev.relaybench.relay.message.PublishResult.Unavailable;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.producer.Callback;
import org.apache.kafka.clients.producer.MockProducer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.errors.OutOfOrderSequenceException;
import org.apache.kafka.common.errors.RecordTooLargeException;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

class AsyncSendsTest {
    private final StuckProducer producer = new StuckProducer();
    private final List<Producer<String, byte[]>> lost = new CopyOnWriteArrayList<>();
    private final List<PublishResult> outcomes = new CopyOnWriteArrayList<>();
    private final AsyncSends sends = new AsyncSends(() -> producer, lost::add);

    @AfterEach
    void close() {
        producer.free.countDown();
        sends.close(Duration.ofSeconds(5));
    }

    @Test
    void tellsEachOutcome() {
        producer.free.countDown();
        sends.send(message(), outcomes::add);
        sends.send(message(), outcomes::add);
        sends.send(message(), outcomes::add);
        await().until(producer::completeNext);
        await().until(() -> producer.errorNext(new RecordTooLargeException("too large")));
        await().until(() -> producer.errorNext(new TimeoutException("no answer")));

        await().until(() -> outcomes.size() == 3);
        assertThat(outcomes).hasExactlyElementsOfTypes(Acked.class, Refused.class, Unavailable.class);
        assertThat(lost).isEmpty();
    }

    @Test
    @Timeout(20)
    void nobodyWaitsWhileTheClientWaitsForTheBroker() {
        // Would not return: the client is stuck until the test ends.
        for (int i = 0; i < 100; i++) {
            sends.send(message(), outcomes::add);
        }

        assertThat(outcomes).isEmpty();
    }

    @Test
    @Timeout(20)
    void dropsWhatFindsTheQueueFull() {
        for (int i = 0; i < AsyncSends.WAITING_MAX + 10; i++) {
            sends.send(message(), outcomes::add);
        }

        // One may be with the client already.
        assertThat(outcomes).hasSizeBetween(9, 10).allMatch(Unavailable.class::isInstance);
    }

    @Test
    void whatWaitsMayGoAtTheEnd() {
        sends.send(message(), outcomes::add);
        sends.send(message(), outcomes::add);
        producer.free.countDown();

        sends.close(Duration.ofSeconds(10));

        assertThat(producer.history()).hasSize(2);
        sends.send(message(), outcomes::add);
        assertThat(outcomes).hasExactlyElementsOfTypes(Unavailable.class);
    }

    @Test
    void tellsOfAProducerThatIsLost() {
        producer.free.countDown();
        sends.send(message(), outcomes::add);
        await().until(() -> producer.errorNext(new OutOfOrderSequenceException("lost")));
        await().until(() -> lost.equals(List.of(producer)));

        producer.thrown = new KafkaException("an earlier request has failed");
        sends.send(message(), outcomes::add);

        await().until(() -> lost.equals(List.of(producer, producer)));
        await().until(() -> outcomes.size() == 2);
        assertThat(outcomes).hasExactlyElementsOfTypes(Unavailable.class, Unavailable.class);
    }

    private static ProducerRecord<String, byte[]> message() {
        return new ProducerRecord<>("t", "k", new byte[0]);
    }

    /// Waits in `send`, as the client does while it has no metadata.
    private static final class StuckProducer extends MockProducer<String, byte[]> {
        private final CountDownLatch free = new CountDownLatch(1);
        private volatile @Nullable RuntimeException thrown;

        StuckProducer() {
            super(false, null, new StringSerializer(), new ByteArraySerializer());
        }

        @Override
        public synchronized Future<RecordMetadata> send(ProducerRecord<String, byte[]> record, Callback callback) {
            try {
                assertThat(free.await(20, TimeUnit.SECONDS)).isTrue();
            } catch (InterruptedException interrupted) {
                throw new IllegalStateException(interrupted);
            }
            RuntimeException toThrow = thrown;
            if (toThrow != null) {
                throw toThrow;
            }
            return super.send(record, callback);
        }
    }
}

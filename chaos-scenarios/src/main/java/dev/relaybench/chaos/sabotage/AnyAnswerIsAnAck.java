package dev.relaybench.chaos.sabotage;

import com.google.auto.service.AutoService;
import dev.relaybench.harness.expect.Anomaly;
import dev.relaybench.relay.kafka.ProducerFactory;
import dev.relaybench.relay.main.RelayWiring;
import dev.relaybench.relay.message.OutboxMessage;
import dev.relaybench.relay.message.PublishResult;
import dev.relaybench.relay.message.Publisher;
import dev.relaybench.relay.metrics.RelayCounters;
import dev.relaybench.relay.settings.KafkaSettings;
import dev.relaybench.relay.spi.RelayContract;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;

/// Rows are marked once the broker has answered, whatever it has answered, and nothing is sent a second time.
@AutoService(Sabotage.class)
public final class AnyAnswerIsAnAck implements Sabotage {
    @Override
    public String name() {
        return "any-answer-is-an-ack";
    }

    @Override
    public String description() {
        return "Rows are marked once the broker has answered, whatever it has answered, and nothing is sent twice.";
    }

    @Override
    public Set<Catch> caughtBy() {
        return Set.of(
                new Catch("broker-leader-loss", Anomaly.LOST),
                new Catch("broker-one-down", Anomaly.LOST),
                new Catch("broker-rolling-restart", Anomaly.LOST));
    }

    @Override
    public RelayWiring wiring() {
        return new RelayWiring() {
            @Override
            public Publisher publisher(KafkaSettings settings, RelayCounters counters) {
                var properties = ProducerFactory.safeProperties(settings);
                properties.put(ProducerConfig.RETRIES_CONFIG, 0);
                properties.put(ProducerConfig.ENABLE_IDEMPOTENCE_CONFIG, false);
                return new Credulous(ProducerFactory.of(properties).create());
            }
        };
    }

    private record Credulous(Producer<String, byte[]> producer) implements Publisher {
        @Override
        public List<PublishResult> publish(List<OutboxMessage> messages) throws InterruptedException {
            var sent = messages.stream()
                    .map(message -> producer.send(toRecord(message)))
                    .toList();
            for (Future<?> answer : sent) {
                awaitAny(answer);
            }
            return messages.stream()
                    .map(message -> (PublishResult) new PublishResult.Acked(-1, -1))
                    .toList();
        }

        private static void awaitAny(Future<?> answer) throws InterruptedException {
            try {
                answer.get();
            } catch (ExecutionException unread) {
                // The defect itself: a failure is an answer as well.
            }
        }

        private static ProducerRecord<String, byte[]> toRecord(OutboxMessage message) {
            var record = new ProducerRecord<>(
                    message.topic(), message.aggregateId(), message.payload().getBytes(StandardCharsets.UTF_8));
            record.headers()
                    .add(RelayContract.EVENT_ID_HEADER, message.id().toString().getBytes(StandardCharsets.UTF_8));
            return record;
        }

        @Override
        public void close(Duration timeout) {
            producer.close(timeout);
        }
    }
}

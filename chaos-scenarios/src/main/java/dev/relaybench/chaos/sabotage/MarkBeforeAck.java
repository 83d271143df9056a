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
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;

/// Rows are marked as soon as they are handed to the producer, before the broker has them.
@AutoService(Sabotage.class)
public final class MarkBeforeAck implements Sabotage {
    @Override
    public String name() {
        return "mark-before-ack";
    }

    @Override
    public String description() {
        return "Rows are marked as soon as they are handed to the producer, before the broker has them.";
    }

    @Override
    public Set<Catch> caughtBy() {
        return Set.of(
                new Catch("jvm-kill", Anomaly.LOST),
                new Catch("broker-slow-black-hole", Anomaly.LOST),
                new Catch("broker-two-down", Anomaly.LOST));
    }

    @Override
    public RelayWiring wiring() {
        return new RelayWiring() {
            @Override
            public Publisher publisher(KafkaSettings settings, RelayCounters counters) {
                return new FireAndForget(ProducerFactory.of(ProducerFactory.safeProperties(settings))
                        .create());
            }
        };
    }

    private record FireAndForget(Producer<String, byte[]> producer) implements Publisher {
        @Override
        public List<PublishResult> publish(List<OutboxMessage> messages) {
            return messages.stream().map(this::sendBlindly).toList();
        }

        @SuppressWarnings("FutureReturnValueIgnored") // the defect itself
        private PublishResult sendBlindly(OutboxMessage message) {
            var record = new ProducerRecord<>(
                    message.topic(), message.aggregateId(), message.payload().getBytes(StandardCharsets.UTF_8));
            record.headers()
                    .add(RelayContract.EVENT_ID_HEADER, message.id().toString().getBytes(StandardCharsets.UTF_8));
            producer.send(record);
            return new PublishResult.Acked(-1, -1);
        }

        @Override
        public void close(Duration timeout) {
            producer.close(timeout);
        }
    }
}

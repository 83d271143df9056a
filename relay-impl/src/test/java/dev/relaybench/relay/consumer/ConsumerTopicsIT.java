package dev.relaybench.relay.consumer;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import dev.relaybench.relay.kafka.TopicDirectory;
import dev.relaybench.relay.main.Relay;
import dev.relaybench.relay.metrics.Counter;
import dev.relaybench.relay.settings.KafkaSettings;
import dev.relaybench.relay.testbed.MemoryPublisher;
import dev.relaybench.relay.testbed.TestBroker;
import dev.relaybench.relay.testbed.TestRelay;
import dev.relaybench.relay.testbed.TestVendor.Behaviour;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.TopicDescription;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;

class ConsumerTopicsIT {
    private final ConsumerScene scene = new ConsumerScene(3);
    private final ListAppender<ILoggingEvent> log = new ListAppender<>();
    private final Logger logger = (Logger) LoggerFactory.getLogger(WorkTopics.class);

    ConsumerTopicsIT() throws Exception {}

    @BeforeEach
    void listen() {
        log.start();
        logger.setLevel(Level.WARN);
        logger.setAdditive(false);
        logger.addAppender(log);
    }

    @AfterEach
    void close() {
        logger.detachAppender(log);
        logger.setAdditive(true);
        logger.setLevel(null);
        scene.close();
    }

    @Test
    void makesTheTopicsThatAreMissingWithAsManyPartitions() throws Exception {
        try (Relay relay = scene.start(Map.of());
                Admin admin = Admin.create(Map.of("bootstrap.servers", TestBroker.bootstrapServers()))) {
            Map<String, TopicDescription> found = admin.describeTopics(
                            List.of(scene.topic + "-retry-0", scene.topic + "-retry-1", scene.topic + "-dlt"))
                    .allTopicNames()
                    .get(30, TimeUnit.SECONDS);

            assertThat(found.values())
                    .hasSize(3)
                    .allMatch(topic -> topic.partitions().size() == 3);
            assertThat(said()).isEmpty();
            assertThat(relay.counters().get(Counter.LOOP_FAILURES)).isZero();
        }
    }

    @Test
    void saysInOneSentenceWhichTopicsMustExistAndGoesOnWithTheMainTopic() throws Exception {
        try (Relay relay = scene.start(new MayMakeNoTopics(), Map.of())) {
            scene.send("w", "pay");

            scene.until(() -> scene.row("w").equals("SCS"));
            assertThat(said())
                    .singleElement()
                    .asString()
                    .startsWith("the topics %1$s-retry-0, %1$s-retry-1, %1$s-dlt must exist".formatted(scene.topic))
                    .contains("not allowed here");
            assertThat(relay.counters().get(Counter.LOOP_FAILURES)).isZero();
        }
    }

    @Test
    void withoutRetryTopicsWorkIsTriedAgainInPlaceAndGivenUpInTheEnd() throws Exception {
        scene.vendor.script(attempt -> Behaviour.FAIL);
        try (Relay relay = scene.start(new MayMakeNoTopics(), Map.of())) {
            scene.send("w", "pay");

            scene.until(() -> scene.row("w").startsWith("FAIL"));
            assertThat(scene.row("w")).isEqualTo("FAIL retries exhausted: the vendor failed: status 503");
            assertThat(scene.calls("w").stream().filter("POST"::equals)).hasSize(3);
            assertThat(relay.counters().get(Counter.WORKS_RETRIED)).isZero();
        }
    }

    @Test
    void withoutADeadLetterTopicPoisonIsSkipped() throws Exception {
        try (Relay relay = scene.start(new MayMakeNoTopics(), Map.of())) {
            scene.send(null, "pay");
            scene.sendAll(List.of("a", "b", "c", "d", "e", "f"));

            scene.until(() -> scene.count(WorkState.SCS) == 6);
            assertThat(relay.counters().get(Counter.LOOP_FAILURES)).isZero();
        }
    }

    @Test
    void aTopicThatComesLateIsFound() throws Exception {
        String late = scene.topic + "-late";
        try (Relay relay = scene.start(Map.of("consumer.topic", late))) {
            scene.until(() -> said().stream()
                    .anyMatch(("the topic " + late + " must exist: without it there is no work")::equals));
            TestBroker.create(late, 1, Map.of());
            TestBroker.send(late, Map.of("w", "pay"), Map.of());

            scene.until(() -> scene.row("w").equals("SCS"));
            assertThat(relay.counters().get(Counter.WORKS_DONE)).isEqualTo(1);
        }
    }

    private List<String> said() {
        return List.copyOf(log.list).stream()
                .map(ILoggingEvent::getFormattedMessage)
                .toList();
    }

    /// A cluster without automatic creation, and a user without the right to make topics.
    private static final class MayMakeNoTopics extends TestRelay {
        MayMakeNoTopics() {
            super(new MemoryPublisher());
        }

        @Override
        public TopicDirectory workTopics(KafkaSettings settings) {
            return new TopicDirectory(settings) {
                @Override
                protected Optional<String> create(Admin admin, String name, int partitions) {
                    return Optional.of("not allowed here");
                }
            };
        }
    }
}

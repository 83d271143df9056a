package dev.relaybench.relay.testbed;

import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import kafka.server.KafkaConfig;
import kafka.server.KafkaRaftServer;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.apache.kafka.common.utils.Time;
import org.apache.kafka.metadata.storage.Formatter;

/// One real Kafka broker for all tests of the JVM, in it, without proxies. Started by the first test that asks.
public final class TestBroker {
    private static final AtomicInteger NUMBER = new AtomicInteger();

    private TestBroker() {}

    /// Address for clients.
    public static String bootstrapServers() {
        return Broker.ADDRESS;
    }

    /// Makes a topic with a name of its own.
    public static String topic(String prefix, int partitions) throws InterruptedException {
        String name = prefix + "-" + NUMBER.incrementAndGet();
        create(name, partitions, Map.of());
        return name;
    }

    /// Makes a topic of this name.
    public static void create(String name, int partitions, Map<String, String> config) throws InterruptedException {
        try (Admin admin = Admin.create(Map.of("bootstrap.servers", Broker.ADDRESS))) {
            admin.createTopics(List.of(new NewTopic(name, partitions, (short) 1).configs(config)))
                    .all()
                    .get(30, TimeUnit.SECONDS);
        } catch (ExecutionException | TimeoutException failed) {
            throw new IllegalStateException("cannot make the topic " + name, failed);
        }
    }

    /// Sends records with these headers and waits until the broker has them.
    public static void send(String topic, Map<String, String> valuesByKey, Map<String, String> headers)
            throws InterruptedException {
        List<Future<RecordMetadata>> sent = new ArrayList<>();
        try (KafkaProducer<String, String> producer = new KafkaProducer<>(
                Map.of("bootstrap.servers", Broker.ADDRESS), new StringSerializer(), new StringSerializer())) {
            valuesByKey.forEach((key, value) -> {
                ProducerRecord<String, String> record = new ProducerRecord<>(topic, key, value);
                headers.forEach((name, text) -> record.headers().add(name, text.getBytes(StandardCharsets.UTF_8)));
                sent.add(producer.send(record));
            });
            for (Future<RecordMetadata> future : sent) {
                future.get();
            }
        } catch (ExecutionException failed) {
            throw new IllegalStateException("the broker does not take the records", failed);
        }
    }

    /// Everything that is on the topic now, partition by partition in the order of the offsets.
    public static List<ConsumerRecord<String, String>> read(String topic) {
        try (KafkaConsumer<String, String> consumer = new KafkaConsumer<>(
                Map.of("bootstrap.servers", Broker.ADDRESS, "allow.auto.create.topics", false),
                new StringDeserializer(),
                new StringDeserializer())) {
            List<TopicPartition> partitions = consumer.partitionsFor(topic).stream()
                    .map(partition -> new TopicPartition(topic, partition.partition()))
                    .toList();
            consumer.assign(partitions);
            consumer.seekToBeginning(partitions);
            Map<TopicPartition, Long> ends = consumer.endOffsets(partitions);
            List<ConsumerRecord<String, String>> records = new ArrayList<>();
            while (ends.entrySet().stream().anyMatch(end -> consumer.position(end.getKey()) < end.getValue())) {
                consumer.poll(Duration.ofMillis(100)).forEach(records::add);
            }
            return records;
        }
    }

    private static final class Broker {
        private static final String ADDRESS = start();

        private static String start() {
            try {
                Path directory = Files.createTempDirectory("relay-broker-");
                int client = freePort();
                int controller = freePort();
                Properties settings = settings(directory, client, controller);
                new Formatter()
                        .setPrintStream(new PrintStream(OutputStream.nullOutputStream(), false, StandardCharsets.UTF_8))
                        .setHasDynamicQuorum(false)
                        .setClusterId("TheTestsOwnCluster0001")
                        .setNodeId(1)
                        .setControllerListenerName("CONTROLLER")
                        .setMetadataLogDirectory(directory.resolve("log").toString())
                        .setDirectories(List.of(directory.resolve("log").toString()))
                        .run();
                KafkaRaftServer server = new KafkaRaftServer(KafkaConfig.fromProps(settings, false), Time.SYSTEM);
                server.startup();
                Runtime.getRuntime().addShutdownHook(new Thread(() -> end(server, directory), "broker-shutdown"));
                return "127.0.0.1:" + client;
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            } catch (Exception e) {
                throw new IllegalStateException("the broker does not start", e);
            }
        }

        private static void end(KafkaRaftServer server, Path directory) {
            server.shutdown();
            server.awaitShutdown();
            try (Stream<Path> files = Files.walk(directory)) {
                for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                    Files.deleteIfExists(file);
                }
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }

        private static Properties settings(Path directory, int client, int controller) {
            Properties settings = new Properties();
            settings.putAll(Map.of(
                    "node.id", "1",
                    "process.roles", "broker,controller",
                    "listeners", "CLIENT://127.0.0.1:" + client + ",CONTROLLER://127.0.0.1:" + controller,
                    "listener.security.protocol.map", "CLIENT:PLAINTEXT,CONTROLLER:PLAINTEXT",
                    "inter.broker.listener.name", "CLIENT",
                    "controller.listener.names", "CONTROLLER",
                    "controller.quorum.voters", "1@127.0.0.1:" + controller,
                    "log.dirs", directory.resolve("log").toString(),
                    "auto.create.topics.enable", "false"));
            settings.putAll(Map.of(
                    "offsets.topic.replication.factor", "1",
                    "offsets.topic.num.partitions", "4",
                    "group.initial.rebalance.delay.ms", "0",
                    "group.min.session.timeout.ms", "1000",
                    "transaction.state.log.replication.factor", "1",
                    "transaction.state.log.min.isr", "1",
                    "transaction.state.log.num.partitions", "4",
                    "log.cleaner.dedupe.buffer.size", "16777216"));
            return settings;
        }

        private static int freePort() throws IOException {
            try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getByAddress(new byte[] {127, 0, 0, 1}))) {
                return socket.getLocalPort();
            }
        }
    }
}

package dev.relaybench.harness.testbed;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ContainersTestbedIT extends OwnServersContract {
    @TempDir
    static Path parent;

    private static ContainerEngine engine;
    private static ContainersTestbed testbed;
    private static List<String> othersContainers;
    private static List<String> othersNetworks;

    @BeforeAll
    static void start() {
        engine = Containers.engine();
        othersContainers = Containers.names(engine);
        othersNetworks = Containers.networks(engine);
        testbed = ContainersTestbed.start(parent.resolve("work"), ContainerImages.official());
    }

    @AfterAll
    static void close() {
        if (testbed == null) {
            return; // Skipped.
        }
        List<String> volumes = Containers.volumes(engine);
        assertThat(volumes).isNotEmpty();
        testbed.close();
        assertThat(Containers.names(engine)).isEqualTo(othersContainers);
        assertThat(Containers.networks(engine)).isEqualTo(othersNetworks);
        assertThat(volumes).noneMatch(volume -> Containers.hasVolume(engine, volume));
        assertThat(ProcessTable.isGone(testbed.watchdog().pid())).isTrue();
        assertThat(parent).isEmptyDirectory();
    }

    @Override
    Testbed testbed() {
        return testbed;
    }

    @Override
    String host() {
        return engine.host();
    }

    @Test
    void tellsWhatItIsMadeOf() {
        assertThat(testbed.settings())
                .containsEntry("postgres.wal_level", "logical")
                .containsEntry("postgres.max_connections", "200")
                .containsEntry("kafka.broker.session.timeout.ms", "3000")
                .containsEntry("kafka.offsets.topic.num.partitions", "4")
                .containsEntry("image.postgres", "postgres:17.5");
        assertThat(testbed.settings().get("image.kafka.id")).contains("sha256:");
        assertThat(testbed.settings().get("engine.version")).contains("linux/");
    }

    @Test
    void savesWhatItsServersPrinted() {
        Path saved = parent.resolve("work/saved");
        testbed.saveLogs(saved);
        assertThat(saved.resolve("broker-1.log")).content().contains("Kafka version");
        assertThat(saved.resolve("toxiproxy.log")).isNotEmptyFile();
    }

    @Test
    void stopsABrokerInGoodOrder() {
        Node broker = testbed.kafka().nodes().getFirst();
        broker.stop();
        broker.restart();
        Path saved = parent.resolve("work/stopped");
        testbed.saveLogs(saved);
        assertThat(saved.resolve("broker-1.log")).content().contains("shut down completed");
    }

    @Test
    void publishesItsPortsOnLoopbackOnly() {
        assertThat(engine.client()
                        .listContainersCmd()
                        .withNameFilter(List.of("relaybench-"))
                        .exec())
                .flatMap(container -> List.of(container.getPorts()))
                .filteredOn(port -> port.getPublicPort() != null)
                .hasSizeGreaterThanOrEqualTo(5)
                .allMatch(port -> Objects.equals(port.getIp(), engine.host()));
    }
}

package dev.relaybench.harness.testbed;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.sql.SQLException;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class EmbeddedTestbedIT extends OwnServersContract {
    @TempDir
    static Path parent;

    private static Testbed testbed;

    @BeforeAll
    static void start() {
        testbed = EmbeddedTestbed.start(parent.resolve("work"));
    }

    @AfterAll
    static void close() {
        long postgres = testbed.postgres().node().orElseThrow().pid();
        long broker = testbed.kafka().nodes().getFirst().pid();
        long watchdog = testbed.watchdog().pid();
        testbed.close();
        assertThat(List.of(postgres, broker, watchdog)).allMatch(ProcessTable::isGone);
        assertThat(parent).isEmptyDirectory();
    }

    @Override
    Testbed testbed() {
        return testbed;
    }

    @Test
    void keepsThePasswordOutOfItsFiles() {
        assertThat(parent.resolve("work/postgres.log"))
                .content()
                .doesNotContain(testbed.postgres().password());
    }

    @Test
    void aKillOfTheDatabaseLeavesNoBackEnd() throws SQLException {
        Node node = testbed.postgres().node().orElseThrow();
        List<Long> backends = ProcessTable.read().descendants(node.pid());
        assertThat(backends).isNotEmpty();
        node.kill();
        assertThat(backends).allMatch(ProcessTable::isGone);
        node.restart();
        assertThat(ask(testbed.postgres().jdbcUrl("postgres"), "SELECT 1")).isEqualTo("1");
    }

    @Test
    void aPauseFreezesEveryProcess() {
        Node node = testbed.postgres().node().orElseThrow();
        node.pause();
        try {
            assertThat(ProcessTable.read().descendants(node.pid())).isNotEmpty().allMatch(ProcessTable::isFrozen);
        } finally {
            node.resume();
        }
        Node broker = testbed.kafka().nodes().getFirst();
        broker.pause();
        try {
            assertThat(ProcessTable.isFrozen(broker.pid())).isTrue();
        } finally {
            broker.resume();
        }
    }
}

package dev.relaybench.harness.testbed;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.relaybench.harness.testbed.ContainerImages.PullPolicy;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

class ContainersStartFailureIT {
    @TempDir
    Path parent;

    /// Needs no engine. The log is as on the command line: nothing but the sentence may be seen.
    @Test
    @Timeout(60)
    void anEngineThatDoesNotAnswerIsNamedInOneSentence() throws IOException, InterruptedException {
        Path socket = parent.resolve("nosuch.sock");
        ProcessBuilder harness = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Dlogback.configurationFile=logback.xml",
                        "--enable-native-access=ALL-UNNAMED",
                        "-cp",
                        System.getProperty("java.class.path"),
                        ContainersStarter.class.getName(),
                        parent.resolve("work").toString())
                .redirectErrorStream(true);
        harness.environment().put("DOCKER_HOST", "unix://" + socket);
        Process process = harness.start();
        try (BufferedReader output = process.inputReader()) {
            assertThat(output.lines().toList())
                    .singleElement()
                    .asString()
                    .startsWith("No container engine answers at unix://" + socket)
                    .contains(": ");
        }
        assertThat(process.waitFor(20, TimeUnit.SECONDS)).isTrue();
        assertThat(parent).isEmptyDirectory();
    }

    @Test
    @Timeout(60)
    void anImageThatIsMissingAndMayNotBePulledIsNamed() {
        Containers.engine();
        ContainerImages images = new ContainerImages(
                "postgres:17.5", "nosuch/kafka:1", "ghcr.io/shopify/toxiproxy:2.12.0", PullPolicy.NEVER);
        assertThatThrownBy(() -> ContainersTestbed.start(parent.resolve("work"), images))
                .isInstanceOf(TestbedException.class)
                .hasMessage("The image nosuch/kafka:1 is not on the container engine, and the pull policy is \"never\":"
                        + " load it, or allow to pull it.");
        assertThat(parent).isEmptyDirectory();
    }

    @Test
    @Timeout(120)
    void anImageThatCannotBePulledIsNamed() {
        Containers.engine();
        for (PullPolicy policy : List.of(PullPolicy.MISSING, PullPolicy.ALWAYS)) {
            ContainerImages images = new ContainerImages(
                    "127.0.0.1:1/nosuch/db:1", "127.0.0.1:1/nosuch/db:1", "127.0.0.1:1/nosuch/db:1", policy);
            assertThatThrownBy(() -> ContainersTestbed.start(parent.resolve("work"), images))
                    .isInstanceOf(TestbedException.class)
                    .hasMessageStartingWith("The image 127.0.0.1:1/nosuch/db:1 cannot be pulled (")
                    .hasMessageNotContainingAny("\n", "{")
                    .hasMessageEndingWith("correct its name, or load it and pull \"never\".");
        }
        assertThat(parent).isEmptyDirectory();
    }

    @Test
    @Timeout(60)
    void anImageThatIsSomethingElseIsNamedAndNothingIsLeft() {
        ContainerEngine engine = Containers.engine();
        List<String> before = Containers.names(engine);
        List<String> networksBefore = Containers.networks(engine);
        ContainerImages official = ContainerImages.official();
        ContainerImages images =
                new ContainerImages(official.postgres(), official.postgres(), official.toxiproxy(), official.pull());
        assertThatThrownBy(() -> ContainersTestbed.start(parent.resolve("work"), images))
                .isInstanceOf(TestbedException.class)
                .hasMessageStartingWith("The container of kafka (" + official.postgres() + ") did not start (")
                .hasMessageContaining("/etc/kafka/docker/run: No such file")
                .hasMessageNotContaining("\n");
        assertThat(Containers.names(engine)).isEqualTo(before);
        assertThat(Containers.networks(engine)).isEqualTo(networksBefore);
        assertThat(parent).isEmptyDirectory();
    }
}

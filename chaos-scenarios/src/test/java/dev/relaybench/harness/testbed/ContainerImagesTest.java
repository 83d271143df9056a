package dev.relaybench.harness.testbed;

import static org.assertj.core.api.Assertions.assertThat;

import dev.relaybench.harness.testbed.ContainerImages.PullPolicy;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

class ContainerImagesTest {
    @Test
    void standInsBearTheNamesOfTheDefaults() throws IOException {
        ContainerImages images = ContainerImages.official();
        List<String> lines = Files.readAllLines(Path.of("../scripts/stand-ins/images")).stream()
                .filter(line -> !line.startsWith("#"))
                .toList();
        assertThat(lines)
                .containsExactly(
                        "POSTGRES_IMAGE=" + images.postgres(),
                        "KAFKA_IMAGE=" + images.kafka(),
                        "TOXIPROXY_IMAGE=" + images.toxiproxy());
    }

    @Test
    void imagesAreNeverThoseOfADayThatMoves() {
        ContainerImages images = ContainerImages.official();
        assertThat(List.of(images.postgres(), images.kafka(), images.toxiproxy()))
                .allMatch(image -> image.matches(".+:\\d+(\\.\\d+)+"));
        assertThat(images.withPull(PullPolicy.NEVER).pull()).isEqualTo(PullPolicy.NEVER);
    }
}

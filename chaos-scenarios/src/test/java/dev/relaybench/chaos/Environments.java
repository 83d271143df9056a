package dev.relaybench.chaos;

import dev.relaybench.harness.testbed.ContainerImages;
import dev.relaybench.harness.testbed.ContainersTestbed;
import dev.relaybench.harness.testbed.ExternalTestbed;
import dev.relaybench.harness.testbed.Guest;
import dev.relaybench.harness.testbed.Testbed;
import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;

/// A testbed of each kind: embedded, external (a second embedded one, known by its addresses alone), and containers
/// where the tests are started with an engine, by `scripts/with-containers`.
final class Environments implements AutoCloseable {
    private static final boolean HAS_ENGINE = Boolean.parseBoolean(System.getenv("RELAYBENCH_REQUIRE_CONTAINERS"));

    private final List<Testbed> own = new ArrayList<>();
    private final List<Testbed> all = new ArrayList<>();

    /// @param embedded stays open
    Environments(Testbed embedded, Guest guest) throws IOException {
        all.add(embedded);
        try {
            own.add(ExternalTestbed.start(guest.read(guest.plain())));
            if (HAS_ENGINE) {
                own.add(ContainersTestbed.start(
                        Files.createTempDirectory("relaybench-testbed-"), ContainerImages.official()));
            }
        } catch (IOException | RuntimeException e) {
            close();
            throw e;
        }
        all.addAll(own);
    }

    List<Testbed> all() {
        return all;
    }

    /// The words for them, as they are expected.
    static List<String> names() {
        return HAS_ENGINE ? List.of("embedded", "external", "containers") : List.of("embedded", "external");
    }

    @Override
    public void close() {
        own.reversed().forEach(Testbed::close);
    }
}

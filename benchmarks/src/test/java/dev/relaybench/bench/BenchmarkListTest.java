package dev.relaybench.bench;

import static org.assertj.core.api.Assertions.assertThat;

import dev.relaybench.harness.run.BenchmarkSuite;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/// A build without its annotation processor is green and has no benchmark in it; this test is not.
class BenchmarkListTest {
    @Test
    void jmhFindsEveryBenchmarkThatWasWritten() throws IOException {
        try (InputStream list = BenchmarkListTest.class.getResourceAsStream("/META-INF/BenchmarkList")) {
            String names = new String(Objects.requireNonNull(list).readAllBytes(), StandardCharsets.UTF_8);

            assertThat(names)
                    .contains(
                            "DrainBenchmark",
                            "claimAndMark",
                            "RawProducerBenchmark",
                            "ChannelHandOverBenchmark",
                            "ProxyBenchmark");
        }
    }

    @Test
    void theCommandLineFindsEverySuite() {
        assertThat(BenchmarkSuite.installed())
                .extracting(suite -> suite.getClass().getSimpleName())
                .containsExactly("JmhSuite", "CommitToConsumed", "OrderedDrain", "ClaimBesideHistory");
    }
}

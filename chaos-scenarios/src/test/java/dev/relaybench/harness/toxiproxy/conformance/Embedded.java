package dev.relaybench.harness.toxiproxy.conformance;

import static org.assertj.core.api.Assertions.fail;
import static org.junit.jupiter.api.Assumptions.abort;

import dev.relaybench.harness.toxiproxy.ToxiproxyServer;
import java.net.URI;
import java.util.List;
import org.junit.jupiter.api.DynamicContainer;
import org.junit.jupiter.api.DynamicTest;

/// The embedded server under test, one for each case.
final class Embedded {
    private static final long SEED = 20_261_130;

    static {
        try (ToxiproxyServer server = start()) {
            conformance(server).warmUp();
        }
    }

    private Embedded() {}

    /// A server whose draws follow from a seed: what passes once passes each time.
    static ToxiproxyServer start() {
        return ToxiproxyServer.start(SEED);
    }

    static URI urlOf(ToxiproxyServer server) {
        return URI.create("http://127.0.0.1:" + server.port());
    }

    static Conformance conformance(ToxiproxyServer server) {
        return Conformance.of(urlOf(server));
    }

    static DynamicContainer tests(CaseGroup group) {
        return DynamicContainer.dynamicContainer(group.name(), tests(group.cases()));
    }

    static List<DynamicTest> tests(List<ConformanceCase> cases) {
        return cases.stream()
                .map(one -> DynamicTest.dynamicTest(one.sentence(), () -> judge(one)))
                .toList();
    }

    private static void judge(ConformanceCase one) {
        try (ToxiproxyServer server = start()) {
            switch (conformance(server).judge(one)) {
                case Outcome.Passed passed -> {}
                case Outcome.Failed failed -> fail(one.sentence() + ": " + failed.reason());
                case Outcome.Skipped skipped -> abort(one.sentence() + ": " + skipped.reason());
            }
        }
    }
}

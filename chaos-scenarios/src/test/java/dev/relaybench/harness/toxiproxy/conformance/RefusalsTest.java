package dev.relaybench.harness.toxiproxy.conformance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpServer;
import dev.relaybench.harness.testbed.TestbedException;
import dev.relaybench.harness.toxiproxy.ToxiproxyServer;
import eu.rekawek.toxiproxy.ToxiproxyClient;
import eu.rekawek.toxiproxy.model.ToxicDirection;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// What the suite does not touch, and what it leaves behind.
class RefusalsTest {
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            localhost:8474                | is no http address of a Toxiproxy: name it like http://127.0.0.1:8474.
            https://127.0.0.1:8474        | is no http address of a Toxiproxy
            http://127.0.0.1              | names no port: name it like http://127.0.0.1:8474.
            http://127.0.0.1:99999        | names no port
            http://127.0.0.1:8474/proxies | says more than host and port
            http://127.0.0.1:8474?x=1     | says more than host and port
            http://192.0.2.1:8474         | is on another machine, but proxies and the ends of connections meet on
            """)
    void refusesAnAddressThatCannotBeMeant(String url, String sentence) {
        assertThatThrownBy(() -> Conformance.of(new URI(url))).hasMessageContaining(sentence);
    }

    @Test
    void refusesAServerThatDoesNotAnswer() throws IOException {
        int free;
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            free = socket.getLocalPort();
        }

        assertRefused(
                URI.create("http://127.0.0.1:" + free), "Nothing answers at http://127.0.0.1:" + free + ": start");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            hello              | 200 | GET /version is not answered with JSON
            {}                 | 200 | its /version says no version
            {"version":7}      | 200 | its /version says no version
            2.1.4              | 200 | GET /version is not answered with JSON
            {"version":"1"}    | 404 | GET /version is answered with 404
            {"version":"1"}    | 200 | its /proxies has something that is no proxy
            """)
    void refusesWhatIsNoToxiproxy(String body, int status, String why) throws IOException {
        HttpServer other = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 5);
        other.createContext("/", exchange -> {
            byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
            exchange.sendResponseHeaders(status, bytes.length);
            exchange.getResponseBody().write(bytes);
            exchange.close();
        });
        other.start();
        try {
            assertRefused(URI.create("http://127.0.0.1:" + other.getAddress().getPort()), why);
        } finally {
            other.stop(0);
        }
    }

    @Test
    void leavesAServerAloneThatHasProxies() throws IOException {
        try (ToxiproxyServer server = ToxiproxyServer.start()) {
            var client = new ToxiproxyClient("127.0.0.1", server.port());
            var proxy = client.createProxy("orders", "127.0.0.1:0", "127.0.0.1:1");
            proxy.toxics().latency("slow", ToxicDirection.DOWNSTREAM, 100);

            assertRefused(Embedded.urlOf(server), "has proxies (orders), which the check would disturb");
            assertThat(client.getProxies()).hasSize(1);
            assertThat(proxy.toxics().getAll()).hasSize(1);
        }
    }

    @Test
    void judgesNothingThatWouldReachAStrangersProxy() throws IOException {
        try (ToxiproxyServer server = ToxiproxyServer.start()) {
            var client = new ToxiproxyClient("127.0.0.1", server.port());
            CaseGroup stranger = group(ConformanceCase.untimed("is disturbed", rig -> {
                client.createProxy("orders", "127.0.0.1:0", "127.0.0.1:1");
                rig.reset();
            }));

            ConformanceReport report = run(server, stranger);

            assertThat(report.results())
                    .extracting(CaseResult::outcome)
                    .containsExactly(new Outcome.Skipped("the server has proxies of somebody else by now: orders"));
            assertThat(client.getProxies()).hasSize(1);
        }
    }

    @Test
    void deletesItsProxiesHoweverACaseEnds() throws IOException {
        try (ToxiproxyServer server = ToxiproxyServer.start()) {
            CaseGroup group = group(
                    ConformanceCase.untimed("passes", rig -> rig.createProxy()),
                    ConformanceCase.untimed("fails", rig -> Check.that(false, "on purpose")),
                    ConformanceCase.untimed(
                            "hangs", rig -> rig.connect().client().awaitEnd()));

            ConformanceReport report = run(server, group);

            assertThat(report.summary())
                    .startsWith("1 passed, 2 failed, 0 skipped against Toxiproxy ")
                    .endsWith(" at http://127.0.0.1:" + server.port());
            assertThat(report.leftBehind()).isEmpty();
            assertThat(new ToxiproxyClient("127.0.0.1", server.port()).getProxies())
                    .isEmpty();
        }
    }

    @Test
    void judgesNothingMoreWhenACaseHasKilledTheServer() {
        try (ToxiproxyServer server = ToxiproxyServer.start()) {
            CaseGroup group = group(
                    ConformanceCase.untimed("kills", rig -> {
                        server.close();
                        rig.connect();
                    }),
                    ConformanceCase.untimed("comes too late", rig -> {}));

            ConformanceReport report = run(server, group);

            assertThat(report.results().getFirst().outcome()).isInstanceOf(Outcome.Failed.class);
            assertThat(report.results().getLast().outcome())
                    .isEqualTo(new Outcome.Skipped("the server does not answer any more"));
        }
    }

    @Test
    void leavesNothingBehindWhenItIsEndedBeforeItsTime() throws IOException {
        try (ToxiproxyServer server = ToxiproxyServer.start()) {
            Conformance conformance = Embedded.conformance(server);
            CaseGroup group = group(
                    ConformanceCase.untimed("is under way", rig -> conformance.end()),
                    ConformanceCase.untimed("comes too late", Rig::createProxy));

            assertThatThrownBy(() -> conformance.run(List.of(group), (result, number, groupSize) -> {}))
                    .isInstanceOf(TestbedException.class)
                    .hasMessage("The check was ended before its time: nothing was learnt.");
            assertThat(new ToxiproxyClient("127.0.0.1", server.port()).getProxies())
                    .isEmpty();
        }
    }

    @Test
    void tellsOfEachCaseInItsGroup() {
        try (ToxiproxyServer server = ToxiproxyServer.start()) {
            CaseGroup group = group(
                    ConformanceCase.untimed("passes", rig -> {}),
                    ConformanceCase.untimed("fails", rig -> Check.that(false, "on purpose")));
            List<String> heard = new ArrayList<>();

            Embedded.conformance(server)
                    .run(
                            List.of(group),
                            (result, number, groupSize) -> heard.add(
                                    number + " of " + groupSize + " " + result.name() + " " + result.outcome()));

            assertThat(heard)
                    .containsExactly("1 of 2 test: passes Passed[]", "2 of 2 test: fails Failed[reason=on purpose]");
        }
    }

    private static CaseGroup group(ConformanceCase... cases) {
        return new CaseGroup() {
            @Override
            public String name() {
                return "test";
            }

            @Override
            public List<ConformanceCase> cases() {
                return List.of(cases);
            }
        };
    }

    private static ConformanceReport run(ToxiproxyServer server, CaseGroup group) {
        return Embedded.conformance(server)
                .withCaseLimit(Duration.ofMillis(500))
                .run(List.of(group), (result, number, groupSize) -> {});
    }

    private static void assertRefused(URI url, String sentence) {
        assertThatThrownBy(() -> Conformance.of(url).run((result, number, groupSize) -> {}))
                .isInstanceOf(TestbedException.class)
                .hasMessageContaining(sentence);
    }
}

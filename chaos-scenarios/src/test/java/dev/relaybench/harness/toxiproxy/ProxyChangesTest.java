package dev.relaybench.harness.toxiproxy;

import static dev.relaybench.harness.toxiproxy.Millis.assertAfter;
import static dev.relaybench.harness.toxiproxy.Millis.assertAtOnce;
import static dev.relaybench.harness.toxiproxy.Millis.between;
import static eu.rekawek.toxiproxy.model.ToxicDirection.DOWNSTREAM;
import static eu.rekawek.toxiproxy.model.ToxicDirection.UPSTREAM;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.ConnectException;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/// What changes of a proxy do to its open connections.
@Execution(ExecutionMode.CONCURRENT)
class ProxyChangesTest {
    @AutoClose
    private final Rig rig = new Rig();

    @Test
    void disablingClosesConnectionsAndRefusesNewOnes() throws Exception {
        rig.proxy().toxics().latency("slow", DOWNSTREAM, 200);
        Rig.Link link = rig.connect();
        int port = Rig.portOf(rig.proxy());

        long disabled = System.nanoTime();
        rig.proxy().disable();

        assertEnd(link.client(), Peer.Ending.FIN, disabled);
        assertEnd(link.server(), Peer.Ending.FIN, disabled);
        assertRefused();
        rig.proxy().enable();
        assertThat(Rig.portOf(rig.proxy())).isEqualTo(port);
        assertAfter(rig.connect().roundTripMillis(), 200);
    }

    @Test
    void disablingWhileDataIsUnreadResetsItsSender() throws Exception {
        // The toxic stops the reader, so that data stays in the socket.
        rig.proxy().toxics().bandwidth("shut", UPSTREAM, 0);
        Rig.Link link = rig.connect();
        link.client().send(500_000);
        Millis.pass(100);

        long disabled = System.nanoTime();
        rig.proxy().disable();

        assertEnd(link.client(), Peer.Ending.RST, disabled);
        assertEnd(link.server(), Peer.Ending.FIN, disabled);
    }

    @Test
    void deletingClosesConnectionsAndRefusesNewOnes() throws Exception {
        Rig.Link link = rig.connect();
        link.roundTripMillis();

        long deleted = System.nanoTime();
        rig.proxy().delete();

        assertEnd(link.client(), Peer.Ending.FIN, deleted);
        assertEnd(link.server(), Peer.Ending.FIN, deleted);
        assertRefused();
        assertThatThrownBy(() -> rig.client().getProxy("link"))
                .isInstanceOf(IOException.class)
                .hasMessage("[404] proxy not found");
    }

    @Test
    void anotherUpstreamClosesConnectionsAndTakesNewOnes() throws Exception {
        Rig.Link link = rig.connect();
        try (ServerSocket another = Rig.listen(0)) {
            long changed = System.nanoTime();
            rig.proxy().setUpstream("127.0.0.1:" + another.getLocalPort());

            assertEnd(link.client(), Peer.Ending.FIN, changed);
            assertEnd(link.server(), Peer.Ending.FIN, changed);
            Peer client = rig.connectClient();
            Peer server = rig.keep(Peer.reading(Rig.acceptSocket(another)));
            assertAtOnce(new Rig.Link(client, server).roundTripMillis());
        }
    }

    @Test
    void resetRemovesToxicsAndKeepsConnections() throws Exception {
        rig.proxy().toxics().latency("slow", DOWNSTREAM, 300);
        Rig.Link link = rig.connect();
        assertAfter(link.roundTripMillis(), 300);

        rig.client().reset();

        assertAtOnce(link.roundTripMillis());
        assertThat(rig.proxy().toxics().getAll()).isEmpty();
    }

    @Test
    void resetEnablesWhatWasDisabled() throws Exception {
        rig.proxy().disable();

        rig.client().reset();

        assertAtOnce(rig.connect().roundTripMillis());
        assertThat(rig.client().getProxy("link").isEnabled()).isTrue();
    }

    @Test
    void populatingWithAnotherUpstreamReplacesTheProxy() throws Exception {
        rig.proxy().toxics().latency("slow", DOWNSTREAM, 300);
        Rig.Link link = rig.connect();
        try (ServerSocket another = Rig.listen(0)) {
            long populated = System.nanoTime();
            populate(another.getLocalPort());

            assertEnd(link.client(), Peer.Ending.FIN, populated);
            Peer client = rig.connectClient();
            Peer server = rig.keep(Peer.reading(Rig.acceptSocket(another)));
            assertAtOnce(new Rig.Link(client, server).roundTripMillis());
        }
    }

    @Test
    void populatingWithTheSameChangesNothing() throws Exception {
        rig.proxy().toxics().latency("slow", DOWNSTREAM, 300);
        Rig.Link link = rig.connect();

        populate(rig.backendPort());

        assertAfter(link.roundTripMillis(), 300);
    }

    private void populate(int upstreamPort) throws Exception {
        String body = "[{\"name\":\"link\",\"listen\":\"%s\",\"upstream\":\"127.0.0.1:%d\"}]"
                .formatted(rig.proxy().getListen(), upstreamPort);
        try (HttpClient http = HttpClient.newHttpClient()) {
            HttpRequest request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + rig.apiPort() + "/populate"))
                    .POST(HttpRequest.BodyPublishers.ofString(body))
                    .build();
            assertThat(http.send(request, HttpResponse.BodyHandlers.ofString()).statusCode())
                    .isEqualTo(201);
        }
    }

    private void assertRefused() {
        assertThatThrownBy(rig::dial)
                .isInstanceOf(UncheckedIOException.class)
                .hasCauseInstanceOf(ConnectException.class);
    }

    private static void assertEnd(Peer peer, Peer.Ending how, long sinceNanos) {
        Peer.End end = peer.awaitEnd();
        assertThat(end.how()).isEqualTo(how);
        assertAtOnce(between(sinceNanos, end.atNanos()));
    }
}

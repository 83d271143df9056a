package dev.relaybench.harness.toxiproxy.conformance;

import static dev.relaybench.harness.toxiproxy.conformance.ConformanceCase.timed;
import static dev.relaybench.harness.toxiproxy.conformance.Peer.Ending.FIN;
import static dev.relaybench.harness.toxiproxy.conformance.Peer.Ending.RST;
import static eu.rekawek.toxiproxy.model.ToxicDirection.DOWNSTREAM;
import static eu.rekawek.toxiproxy.model.ToxicDirection.UPSTREAM;

import com.google.auto.service.AutoService;
import java.net.ServerSocket;
import java.util.List;

/// What changes of a proxy do to its open connections.
@AutoService(CaseGroup.class)
public final class ProxyChangesCases implements CaseGroup {
    @Override
    public String name() {
        return "proxy changes";
    }

    @Override
    public List<ConformanceCase> cases() {
        return List.of(
                timed(
                        "disabling closes connections and refuses new ones, enabling brings port and toxics back",
                        ProxyChangesCases::disabling),
                timed(
                        "disabling while data is unread resets its sender",
                        ProxyChangesCases::disablingWhileDataIsUnreadResetsItsSender),
                timed(
                        "deleting closes connections and refuses new ones",
                        ProxyChangesCases::deletingClosesConnectionsAndRefusesNewOnes),
                timed(
                        "another upstream closes connections and takes new ones",
                        ProxyChangesCases::anotherUpstreamClosesConnectionsAndTakesNewOnes),
                timed(
                        "reset removes toxics and keeps connections",
                        ProxyChangesCases::resetRemovesToxicsAndKeepsConnections),
                timed("reset enables what was disabled", ProxyChangesCases::resetEnablesWhatWasDisabled),
                timed(
                        "populating with another upstream replaces the proxy",
                        ProxyChangesCases::populatingWithAnotherUpstreamReplacesTheProxy),
                timed(
                        "populating with the same changes nothing",
                        ProxyChangesCases::populatingWithTheSameChangesNothing));
    }

    private static void disabling(Rig rig) throws Exception {
        rig.proxy().toxics().latency("slow", DOWNSTREAM, 200);
        Link link = rig.connect();
        int port = Rig.portOf(rig.proxy());

        long disabled = System.nanoTime();
        rig.proxy().disable();

        Check.ends(link.client(), FIN, disabled, 0);
        Check.ends(link.server(), FIN, disabled, 0);
        Check.that(rig.refusesConnections(), "a disabled proxy took a connection");
        rig.proxy().enable();
        Check.that(Rig.portOf(rig.proxy()) == port, "the port is another one after disabling and enabling");
        Check.roundTrip(rig.connect(), 200);
    }

    private static void disablingWhileDataIsUnreadResetsItsSender(Rig rig) throws Exception {
        // The toxic stops the reader, so that data stays in the socket.
        rig.proxy().toxics().bandwidth("shut", UPSTREAM, 0);
        Link link = rig.connect();
        link.client().send(500_000);
        Pass.millis(100);

        long disabled = System.nanoTime();
        rig.proxy().disable();

        Check.ends(link.client(), RST, disabled, 0);
        Check.ends(link.server(), FIN, disabled, 0);
    }

    private static void deletingClosesConnectionsAndRefusesNewOnes(Rig rig) throws Exception {
        Link link = rig.connect();
        link.roundTripMillis();

        long deleted = System.nanoTime();
        rig.proxy().delete();

        Check.ends(link.client(), FIN, deleted, 0);
        Check.ends(link.server(), FIN, deleted, 0);
        Check.that(rig.refusesConnections(), "a deleted proxy took a connection");
        Check.that(
                rig.client().getProxyOrNull(rig.proxy().getName()) == null,
                "a deleted proxy is still known to the server");
    }

    private static void anotherUpstreamClosesConnectionsAndTakesNewOnes(Rig rig) throws Exception {
        Link link = rig.connect();
        ServerSocket another = rig.listen(0);

        long changed = System.nanoTime();
        rig.proxy().setUpstream("127.0.0.1:" + another.getLocalPort());

        Check.ends(link.client(), FIN, changed, 0);
        Check.ends(link.server(), FIN, changed, 0);
        Check.roundTrip(rig.connect(rig.proxy(), another), 0);
    }

    private static void resetRemovesToxicsAndKeepsConnections(Rig rig) throws Exception {
        rig.proxy().toxics().latency("slow", DOWNSTREAM, 300);
        Link link = rig.connect();
        Check.roundTrip(link, 300);

        rig.reset();

        Check.roundTrip(link, 0);
        Check.that(rig.proxy().toxics().getAll().isEmpty(), "a toxic is left after a reset");
    }

    private static void resetEnablesWhatWasDisabled(Rig rig) throws Exception {
        rig.proxy().disable();

        rig.reset();

        Check.roundTrip(rig.connect(), 0);
        Check.that(rig.client().getProxy(rig.proxy().getName()).isEnabled(), "a proxy is not enabled after a reset");
    }

    private static void populatingWithAnotherUpstreamReplacesTheProxy(Rig rig) throws Exception {
        rig.proxy().toxics().latency("slow", DOWNSTREAM, 300);
        Link link = rig.connect();
        ServerSocket another = rig.listen(0);

        long populated = System.nanoTime();
        populate(rig, another.getLocalPort());

        Check.ends(link.client(), FIN, populated, 0);
        Check.roundTrip(rig.connect(rig.proxy(), another), 0);
    }

    private static void populatingWithTheSameChangesNothing(Rig rig) throws Exception {
        rig.proxy().toxics().latency("slow", DOWNSTREAM, 300);
        Link link = rig.connect();

        populate(rig, rig.backendPort());

        Check.roundTrip(link, 300);
    }

    private static void populate(Rig rig, int upstreamPort) throws Exception {
        String body = "[{\"name\":\"%s\",\"listen\":\"%s\",\"upstream\":\"127.0.0.1:%d\"}]"
                .formatted(rig.proxy().getName(), rig.proxy().getListen(), upstreamPort);
        int status = rig.api().send("POST", "/populate", body).statusCode();
        Check.that(status == 201, "POST /populate is answered with " + status + ", not 201");
    }
}

package dev.relaybench.harness.toxiproxy.conformance;

import static dev.relaybench.harness.toxiproxy.conformance.ConformanceCase.timed;
import static dev.relaybench.harness.toxiproxy.conformance.ConformanceCase.untimed;
import static dev.relaybench.harness.toxiproxy.conformance.Peer.Ending.FIN;

import com.google.auto.service.AutoService;
import java.net.ServerSocket;
import java.util.ArrayList;
import java.util.List;

/// A proxy without toxics.
@AutoService(CaseGroup.class)
public final class PlainCases implements CaseGroup {
    private static final int MORE_THAN_SOCKETS_HOLD = 30_000_000;
    private static final int CONNECTIONS = 200;

    @Override
    public String name() {
        return "plain";
    }

    @Override
    public List<ConformanceCase> cases() {
        return List.of(
                timed(
                        "opens the upstream connection before any data",
                        PlainCases::opensTheUpstreamConnectionBeforeAnyData),
                untimed("passes data both ways", PlainCases::passesDataBothWays),
                timed("shows a close by the client to the server", PlainCases::showsACloseByTheClientToTheServer),
                timed(
                        "shows an abort by the client as an orderly end",
                        PlainCases::showsAnAbortByTheClientAsAnOrderlyEnd),
                timed("shows a close by the server to the client", PlainCases::showsACloseByTheServerToTheClient),
                timed("knows no half close", PlainCases::knowsNoHalfClose),
                timed(
                        "accepts and closes when nothing listens upstream",
                        PlainCases::acceptsAndClosesWhenNothingListensUpstream),
                untimed("loses nothing when the server reads late", PlainCases::losesNothingWhenTheServerReadsLate),
                untimed("carries many connections at once", PlainCases::carriesManyConnectionsAtOnce));
    }

    private static void opensTheUpstreamConnectionBeforeAnyData(Rig rig) throws Exception {
        long start = System.nanoTime();
        Link link = rig.connect();

        Check.took("the connection to the server", Check.millisBetween(start, System.nanoTime()), 0);
        Check.isOpen(link.client());
    }

    private static void passesDataBothWays(Rig rig) throws Exception {
        Link link = rig.connect();

        link.client().send(300_000);
        Check.getsIntact(link.server(), Peer.bytes(300_000));
        link.server().send(200_000);
        Check.getsIntact(link.client(), Peer.bytes(200_000));
    }

    private static void showsACloseByTheClientToTheServer(Rig rig) throws Exception {
        Link link = rig.connect();

        Check.ends(link.server(), FIN, link.client().close(), 0);
    }

    private static void showsAnAbortByTheClientAsAnOrderlyEnd(Rig rig) throws Exception {
        Link link = rig.connect();

        Check.ends(link.server(), FIN, link.client().abort(), 0);
    }

    private static void showsACloseByTheServerToTheClient(Rig rig) throws Exception {
        Link link = rig.connect();
        link.roundTripMillis();

        Check.ends(link.client(), FIN, link.server().close(), 0);
    }

    private static void knowsNoHalfClose(Rig rig) throws Exception {
        Link link = rig.connect();

        long shut = link.client().shutOutput();
        Check.ends(link.server(), FIN, shut, 0);
        Pass.millis(200);
        link.server().sendInBackground(1_000);

        Check.ends(link.client(), FIN, shut, 0);
        Check.hasGot(link.client(), 0);
    }

    private static void acceptsAndClosesWhenNothingListensUpstream(Rig rig) throws Exception {
        int free;
        try (ServerSocket socket = rig.listen(0)) {
            free = socket.getLocalPort();
        }
        rig.proxy().setUpstream("127.0.0.1:" + free);

        long start = System.nanoTime();
        Check.ends(rig.connectClient(), FIN, start, 0);

        Link link = rig.connect(rig.proxy(), rig.listen(free));
        link.client().send(10);
        Check.getsIntact(link.server(), Peer.bytes(10));
    }

    private static void losesNothingWhenTheServerReadsLate(Rig rig) throws Exception {
        Link link = rig.connectSilently();
        link.client().sendInBackground(MORE_THAN_SOCKETS_HOLD);
        Pass.millis(300);

        Check.getsIntact(link.server().reading(), Peer.bytes(MORE_THAN_SOCKETS_HOLD));
    }

    private static void carriesManyConnectionsAtOnce(Rig rig) throws Exception {
        List<Link> links = new ArrayList<>();
        for (int i = 0; i < CONNECTIONS; i++) {
            links.add(rig.connect());
        }
        for (Link link : links) {
            link.client().sendInBackground(65_536);
            link.server().sendInBackground(65_536);
        }
        for (Link link : links) {
            Check.getsIntact(link.client(), Peer.bytes(65_536));
            Check.getsIntact(link.server(), Peer.bytes(65_536));
        }
    }
}

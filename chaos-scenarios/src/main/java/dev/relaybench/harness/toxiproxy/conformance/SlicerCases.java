package dev.relaybench.harness.toxiproxy.conformance;

import static dev.relaybench.harness.toxiproxy.conformance.ConformanceCase.timed;
import static eu.rekawek.toxiproxy.model.ToxicDirection.DOWNSTREAM;
import static eu.rekawek.toxiproxy.model.ToxicDirection.UPSTREAM;

import com.google.auto.service.AutoService;
import eu.rekawek.toxiproxy.model.toxic.Slicer;
import java.util.List;

/// The toxic `slicer`. Its delay is in microseconds.
@AutoService(CaseGroup.class)
public final class SlicerCases implements CaseGroup {
    private static final long MICROS_20_MILLIS = 20_000;

    @Override
    public String name() {
        return "slicer";
    }

    @Override
    public List<ConformanceCase> cases() {
        return List.of(
                timed("spreads a piece over time", SlicerCases::spreadsAPieceOverTime),
                timed(
                        "halves a piece until the parts are small enough",
                        SlicerCases::halvesAPieceUntilThePartsAreSmallEnough),
                timed("waits after the last part too", SlicerCases::waitsAfterTheLastPartToo),
                timed("lets the rest go when removed", SlicerCases::letsTheRestGoWhenRemoved));
    }

    private static void spreadsAPieceOverTime(Rig rig) throws Exception {
        rig.proxy().toxics().slicer("slices", DOWNSTREAM, 100, MICROS_20_MILLIS);
        Link link = rig.connect();

        long sent = link.server().send(1_000);

        Check.arrives(link.client(), 1, sent, 0);
        Check.arrives(link.client(), 1_000, sent, 300);
        Check.getsIntact(link.client(), Peer.bytes(1_000));
    }

    private static void halvesAPieceUntilThePartsAreSmallEnough(Rig rig) throws Exception {
        rig.proxy().toxics().slicer("slices", DOWNSTREAM, 100, MICROS_20_MILLIS);
        Link link = rig.connect();

        link.server().send(1_000);

        link.client().awaitBytes(1_000);
        List<Integer> parts =
                link.client().chunks().stream().map(Peer.Chunk::bytes).toList();
        Check.that(
                parts.size() == 16 && parts.stream().allMatch(bytes -> bytes == 62 || bytes == 63),
                "the client got 1000 bytes in parts of " + parts + ", not in 16 of 62 or 63");
    }

    private static void waitsAfterTheLastPartToo(Rig rig) throws Exception {
        rig.proxy().toxics().slicer("slices", UPSTREAM, 100, 300_000);
        Link link = rig.connect();

        long first = link.client().send(10);
        Check.arrives(link.server(), 10, first, 0);
        Pass.millis(30);
        link.client().send(10);

        Check.arrives(link.server(), 20, first, 300);
    }

    private static void letsTheRestGoWhenRemoved(Rig rig) throws Exception {
        Slicer slicer = rig.proxy().toxics().slicer("slices", DOWNSTREAM, 10, 1_000_000);
        Link link = rig.connect();
        link.server().send(50_000);
        link.client().awaitBytes(1);
        Pass.millis(50);
        Check.that(link.client().count() < 50_000, "the client got everything, as if there was no slicer");

        long removed = System.nanoTime();
        slicer.remove();

        Check.arrives(link.client(), 50_000, removed, 0);
        Check.getsIntact(link.client(), Peer.bytes(50_000));
    }
}

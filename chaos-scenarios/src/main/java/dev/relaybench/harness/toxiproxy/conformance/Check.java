package dev.relaybench.harness.toxiproxy.conformance;

import java.util.Arrays;

/// What cases demand, and how they say that they did not get it.
///
/// A time may be off by 80 ms or 12 %, whichever is larger; an expected time of 0 means at once.
final class Check {
    private static final double TOLERANCE_MILLIS = 80;
    private static final double TOLERANCE_SHARE = 0.12;

    private Check() {}

    static double millisBetween(long startNanos, long endNanos) {
        return (endNanos - startNanos) / 1e6;
    }

    static void that(boolean holds, String complaint) {
        if (!holds) {
            throw new Deviation(complaint);
        }
    }

    /// @param what what took so long, as the start of a sentence: "a round trip"
    static void took(String what, double millis, double expectedMillis) {
        double tolerance = Math.max(TOLERANCE_MILLIS, expectedMillis * TOLERANCE_SHARE);
        that(
                Math.abs(millis - expectedMillis) <= tolerance,
                "%s took %.0f ms, not %.0f ms (give or take %.0f)".formatted(what, millis, expectedMillis, tolerance));
    }

    static void roundTrip(Link link, double expectedMillis) {
        took("a round trip", link.roundTripMillis(), expectedMillis);
    }

    /// The peer's byte with this number, counted from 1, arrives in time.
    static void arrives(Peer peer, int number, long sinceNanos, double expectedMillis) {
        took(
                "byte " + number + " to the " + peer.name(),
                millisBetween(sinceNanos, peer.awaitBytes(number)),
                expectedMillis);
    }

    /// The connection ends for the peer, in this way and in time.
    static void ends(Peer peer, Peer.Ending how, long sinceNanos, double expectedMillis) {
        Peer.End end = peer.awaitEnd();
        that(end.how() == how, "the " + peer.name() + " saw " + end.how() + ", not " + how);
        took(
                "the end of the " + peer.name() + "'s connection",
                millisBetween(sinceNanos, end.atNanos()),
                expectedMillis);
    }

    static void isOpen(Peer peer) {
        that(peer.isOpen(), "the " + peer.name() + "'s connection has ended, and should be open");
    }

    static void hasGot(Peer peer, int count) {
        int seen = peer.count();
        that(seen == count, "the " + peer.name() + " got " + seen + " bytes, not " + count);
    }

    /// The peer gets these bytes, all and in order.
    static void getsIntact(Peer peer, byte[] bytes) {
        peer.awaitBytes(bytes.length);
        byte[] received = peer.received();
        int wrong = Arrays.mismatch(received, bytes);
        that(
                wrong < 0,
                "the " + peer.name() + " got " + received.length + " bytes, of which byte " + (wrong + 1)
                        + " is the first that is wrong");
    }
}

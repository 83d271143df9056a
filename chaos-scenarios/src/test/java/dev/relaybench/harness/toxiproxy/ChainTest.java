package dev.relaybench.harness.toxiproxy;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/// The model by itself, on a clock that the test sets.
class ChainTest {
    private static final long MILLI = 1_000_000;

    private final Chain chain = new Chain(new SplittableRandom(7));
    private long nowNanos = 1_000 * MILLI;

    private record Departure(long millis, int bytes) {}

    @Test
    void halvesAPieceUntilThePartsAreSmallEnough() {
        chain.add(toxic("slicer", Map.of("average_size", 100L, "delay", 20_000L)), nowNanos);

        offer(1_000);

        List<Departure> parts = run(1_000);
        assertThat(parts)
                .hasSize(16)
                .allSatisfy(part -> assertThat(part.bytes()).isBetween(62, 63));
        for (int i = 0; i < parts.size(); i++) {
            assertThat(parts.get(i).millis()).isEqualTo(20L * i);
        }
    }

    @Test
    void variesThePartsByTheVariation() {
        chain.add(toxic("slicer", Map.of("average_size", 100L, "size_variation", 50L)), nowNanos);

        offer(20_000);

        List<Departure> parts = run(10);
        assertThat(parts.stream().mapToInt(Departure::bytes).sum()).isEqualTo(20_000);
        assertThat(parts).allSatisfy(part -> assertThat(part.bytes()).isBetween(1, 150));
        assertThat(parts.stream().map(Departure::bytes).distinct().count()).isGreaterThan(20);
    }

    @Test
    void sendsPortionsOfAHundredMilliseconds() {
        chain.add(toxic("bandwidth", Map.of("rate", 100L)), nowNanos);

        offer(32_768);
        offer(7_232);

        assertThat(run(1_000))
                .containsExactly(
                        new Departure(100, 10_000),
                        new Departure(200, 10_000),
                        new Departure(300, 10_000),
                        new Departure(327, 2_768),
                        new Departure(400, 7_232));
    }

    @Test
    void givesNoCreditForIdleTime() {
        chain.add(toxic("bandwidth", Map.of("rate", 100L)), nowNanos);
        offer(1_000);
        run(500);

        offer(1_000);

        assertThat(run(500)).containsExactly(new Departure(10, 1_000));
    }

    @Test
    void startsTheClockOfALatencyAtReceipt() {
        chain.add(toxic("latency", Map.of("latency", 300L)), nowNanos);
        offer(1);
        advanceTo(100);
        offer(2);

        assertThat(run(1_000)).containsExactly(new Departure(200, 1), new Departure(300, 2));
    }

    @Test
    void neverLetsAPieceOvertakeAnother() {
        chain.add(toxic("latency", Map.of("latency", 100L, "jitter", 100L)), nowNanos);
        List<Integer> sizes = new ArrayList<>();
        for (int i = 1; i <= 200; i++) {
            offer(i);
            sizes.add(i);
        }

        List<Departure> departures = run(1_000);

        assertThat(departures.stream().map(Departure::bytes).toList()).isEqualTo(sizes);
        assertThat(departures.stream().map(Departure::millis).toList()).isSorted();
        assertThat(departures)
                .allSatisfy(departure -> assertThat(departure.millis()).isBetween(0L, 200L));
    }

    @Test
    void stopsTheReaderWhenTheNextPlaceIsFull() {
        chain.add(toxic("bandwidth", Map.of("rate", 0L)), nowNanos);
        assertThat(chain.accepts()).isTrue();
        offer(1);
        run(1);
        offer(2);
        run(1);

        assertThat(chain.accepts()).isFalse();
    }

    @Test
    void holdsAsManyPiecesAsALatencyTakes() {
        chain.add(toxic("latency", Map.of("latency", 20_000L)), nowNanos);
        int taken = 0;
        while (chain.accepts() && taken < 5_000) {
            offer(1);
            run(0);
            taken++;
        }

        // 1,024 that wait and the one in hand.
        assertThat(taken).isEqualTo(1_025);
    }

    @Test
    void passesTheEndOnWhenTheStageThatHoldsItLeaves() {
        ToxicSpec slowClose = toxic("slow_close", Map.of("delay", 5_000L));
        chain.add(slowClose, nowNanos);
        chain.offer(EndOfStream.END, nowNanos);
        long unusedDue = chain.advance(nowNanos);
        assertThat(chain.poll()).isNull();

        chain.remove(slowClose.name(), nowNanos);

        assertThat(chain.poll()).isEqualTo(EndOfStream.END);
    }

    @Test
    void keepsAResetThatIsUnderWayWhenTheToxicLeavesAndComesBack() {
        ToxicSpec reset = toxic("reset_peer", Map.of("timeout", 500L));
        chain.add(reset, nowNanos);
        offer(10);
        run(100);
        chain.remove(reset.name(), nowNanos);
        chain.add(reset, nowNanos);
        chain.remove(reset.name(), nowNanos);
        assertThat(chain.isEmpty()).isFalse();

        advanceTo(399);
        assertThat(chain.poll()).isNull();
        advanceTo(1);

        assertThat(chain.poll()).isEqualTo(EndOfStream.END);
    }

    private static ToxicSpec toxic(String typeName, Map<String, Long> given) {
        ToxicType type = ToxicTypes.named(typeName);
        if (type == null) {
            throw new AssertionError("no toxic type " + typeName);
        }
        Map<String, Long> attributes = new HashMap<>();
        type.attributes().forEach(name -> attributes.put(name, given.getOrDefault(name, 0L)));
        return new ToxicSpec(typeName, type, ToxicSpec.DOWNSTREAM, 1, attributes);
    }

    private void offer(int bytes) {
        chain.offer(new Piece(ByteBuffer.allocate(bytes), nowNanos), nowNanos);
    }

    private void advanceTo(long millisLater) {
        nowNanos += millisLater * MILLI;
        long unusedDue = chain.advance(nowNanos);
    }

    /// Lets that time pass and returns what left, and how long after now.
    private List<Departure> run(long millis) {
        List<Departure> departures = new ArrayList<>();
        long startNanos = nowNanos;
        long endNanos = startNanos + millis * MILLI;
        while (true) {
            long dueNanos = chain.advance(nowNanos);
            Item item = chain.poll();
            if (item instanceof Piece piece) {
                departures.add(new Departure((nowNanos - startNanos) / MILLI, piece.size()));
            } else if (item == null && dueNanos <= endNanos) {
                nowNanos = dueNanos;
            } else if (item == null) {
                nowNanos = endNanos;
                return departures;
            }
        }
    }
}

package dev.relaybench.harness.toxiproxy;

import com.google.auto.service.AutoService;
import java.util.List;

/// Delays each piece by `latency` ms plus a uniform draw of up to `jitter` ms either way, counted from its receipt:
/// delays of pieces that follow each other do not add up.
@AutoService(ToxicType.class)
public final class LatencyToxic implements ToxicType, Toxic {
    private static final int PIECES_ON_THE_WAY = 1_024;

    @Override
    public String name() {
        return "latency";
    }

    @Override
    public List<String> attributes() {
        return List.of("latency", "jitter");
    }

    @Override
    public Toxic create() {
        return this;
    }

    @Override
    public int capacity() {
        return PIECES_ON_THE_WAY;
    }

    @Override
    public void take(Piece piece, Work work) {
        long jitterNanos = work.millisAsNanos("jitter");
        long delayNanos = work.millisAsNanos("latency");
        if (jitterNanos > 0) {
            delayNanos += work.random().nextLong(-jitterNanos, jitterNanos);
        }
        long dueNanos = piece.receivedNanos() + delayNanos;
        work.passAt(dueNanos, piece.receivedAt(dueNanos));
    }
}

package dev.relaybench.harness.toxiproxy;

import com.google.auto.service.AutoService;
import java.util.List;

/// Lets `rate` KB/s through, 1 KB being 1,000 bytes. A piece waits for its cost before it passes; one that costs more
/// than 100 ms goes in portions of 100 ms. At rate 0 nothing passes; below, the limit makes no sense and is none.
@AutoService(ToxicType.class)
public final class BandwidthToxic implements ToxicType, Toxic {
    private static final long PORTION_MILLIS = 100;
    private static final long NANOS_PER_MILLI = 1_000_000;

    @Override
    public String name() {
        return "bandwidth";
    }

    @Override
    public List<String> attributes() {
        return List.of("rate");
    }

    @Override
    public Toxic create() {
        return this;
    }

    @Override
    public void take(Piece piece, Work work) {
        long bytesPerMilli = work.attribute("rate");
        long nowNanos = work.nowNanos();
        if (bytesPerMilli == 0) {
            work.passAt(Ticks.NEVER, piece);
        } else if (bytesPerMilli < 0) {
            work.passAt(nowNanos, piece);
        } else {
            int portion = (int) Math.min(piece.size(), Math.min(bytesPerMilli, Piece.MAX_BYTES) * PORTION_MILLIS);
            for (int from = 0; from < piece.size(); from += portion) {
                int to = Math.min(piece.size(), from + portion);
                work.passAt(nowNanos + to * NANOS_PER_MILLI / bytesPerMilli, piece.slice(from, to));
            }
        }
    }
}

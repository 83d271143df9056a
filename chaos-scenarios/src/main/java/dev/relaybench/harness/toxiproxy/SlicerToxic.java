package dev.relaybench.harness.toxiproxy;

import com.google.auto.service.AutoService;
import java.util.List;

/// Halves each piece until a part is at most `average_size` plus `size_variation` bytes, moving the middle by a draw
/// of up to the variation, and waits `delay` microseconds after each part. Sizes that make no sense let data pass
/// whole.
@AutoService(ToxicType.class)
public final class SlicerToxic implements ToxicType, Toxic {
    @Override
    public String name() {
        return "slicer";
    }

    @Override
    public List<String> attributes() {
        return List.of("average_size", "size_variation", "delay");
    }

    @Override
    public Toxic create() {
        return this;
    }

    @Override
    public void take(Piece piece, Work work) {
        long average = work.attribute("average_size");
        long variation = work.attribute("size_variation");
        if (average <= 0 || variation < 0 || variation > average) {
            work.passAt(work.nowNanos(), piece);
            return;
        }
        // Pieces are far smaller than an int; the clamp keeps the sum from overflowing.
        Cut cut = new Cut(work, (int) Math.min(average, Piece.MAX_BYTES), (int) Math.min(variation, Piece.MAX_BYTES));
        cut.pass(piece, work.nowNanos());
    }

    private record Cut(Work work, int average, int variation) {
        /// Returns when the next part may leave.
        long pass(Piece piece, long atNanos) {
            int size = piece.size();
            if (size <= average + variation) {
                long nextNanos = atNanos + Ticks.ofMicros(work.attribute("delay"));
                work.passAt(atNanos, piece);
                work.pauseUntil(nextNanos);
                return nextNanos;
            }
            int shift = variation == 0 ? 0 : work.random().nextInt(-variation, variation);
            int middle = Math.clamp(size / 2 + shift, 1, size - 1);
            return pass(piece.slice(middle, size), pass(piece.slice(0, middle), atNanos));
        }
    }
}

package dev.relaybench.harness.toxiproxy;

import com.google.auto.service.AutoService;
import java.util.List;

/// Lets `bytes` bytes pass, then closes the connection.
@AutoService(ToxicType.class)
public final class LimitDataToxic implements ToxicType {
    @Override
    public String name() {
        return "limit_data";
    }

    @Override
    public List<String> attributes() {
        return List.of("bytes");
    }

    @Override
    public Toxic create() {
        return new Count();
    }

    private static final class Count implements Toxic {
        private long passedBytes;

        @Override
        public void take(Piece piece, Work work) {
            long limit = work.attribute("bytes");
            int allowed = Math.clamp(limit - passedBytes, 0, piece.size());
            if (allowed > 0) {
                work.passAt(work.nowNanos(), piece.slice(0, allowed));
                passedBytes += allowed;
            }
            if (passedBytes >= limit) {
                work.closeAt(work.nowNanos());
            }
        }
    }
}

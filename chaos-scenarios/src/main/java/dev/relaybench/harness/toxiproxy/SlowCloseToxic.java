package dev.relaybench.harness.toxiproxy;

import com.google.auto.service.AutoService;
import java.util.List;

/// Lets data pass and holds the end of the stream for `delay` ms.
@AutoService(ToxicType.class)
public final class SlowCloseToxic implements ToxicType, Toxic {
    @Override
    public String name() {
        return "slow_close";
    }

    @Override
    public List<String> attributes() {
        return List.of("delay");
    }

    @Override
    public Toxic create() {
        return this;
    }

    @Override
    public void take(Piece piece, Work work) {
        work.passAt(work.nowNanos(), piece);
    }

    @Override
    public void end(Work work) {
        work.closeAt(work.nowNanos() + work.millisAsNanos("delay"));
    }
}

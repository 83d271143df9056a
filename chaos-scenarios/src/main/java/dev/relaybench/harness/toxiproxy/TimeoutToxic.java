package dev.relaybench.harness.toxiproxy;

import com.google.auto.service.AutoService;
import java.util.List;

/// Drops everything, the end of the stream too, and closes the connection `timeout` ms after the last piece; never when
/// that is 0. Its removal closes the connection: a stream with a hole must not go on.
@AutoService(ToxicType.class)
public final class TimeoutToxic implements ToxicType, Toxic {
    @Override
    public String name() {
        return "timeout";
    }

    @Override
    public List<String> attributes() {
        return List.of("timeout");
    }

    @Override
    public Toxic create() {
        return this;
    }

    @Override
    public boolean closesOnRemoval() {
        return true;
    }

    @Override
    public void start(Work work) {
        long timeoutNanos = work.millisAsNanos("timeout");
        work.closeWhenQuietUntil(timeoutNanos > 0 ? work.nowNanos() + timeoutNanos : Ticks.NEVER);
    }

    @Override
    public void take(Piece piece, Work work) {
        start(work);
    }

    @Override
    public void end(Work work) {
        start(work);
    }
}

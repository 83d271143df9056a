package dev.relaybench.harness.toxiproxy;

import com.google.auto.service.AutoService;
import java.util.List;

/// Resets the connection `timeout` ms after the first data of its direction, which is dropped. Once the clock runs,
/// nothing stops it.
@AutoService(ToxicType.class)
public final class ResetPeerToxic implements ToxicType, Toxic {
    @Override
    public String name() {
        return "reset_peer";
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
    public boolean resetsConnections() {
        return true;
    }

    @Override
    public void take(Piece piece, Work work) {
        end(work);
    }

    @Override
    public void end(Work work) {
        work.closeForCertainAt(work.nowNanos() + work.millisAsNanos("timeout"));
    }
}

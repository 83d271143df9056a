package dev.relaybench.relay.main;

import dev.relaybench.relay.loop.Loop;
import dev.relaybench.relay.loop.Part;
import dev.relaybench.relay.wake.Wakes;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/// A part that polls, with the wakes that it listens to and the connections that it works on.
///
/// @param woken the loop that each wake is for; empty if nobody polls
record WokenPart(Part part, Optional<Loop> woken, Wakes wakes, PollerPool pool) implements Part {
    @Override
    public List<Loop> loops() {
        return part.loops();
    }

    @Override
    public void start() {
        part.start();
        woken.ifPresent(loop -> wakes.listen(loop::wake));
    }

    @Override
    public boolean awaitReady(Duration limit) throws InterruptedException {
        return part.awaitReady(limit);
    }

    @Override
    public void finish() {
        part.finish();
    }

    @Override
    public void stop() {
        part.stop();
    }

    @Override
    public int left() {
        return part.left();
    }

    @Override
    public void close() {
        part.close();
        pool.close().run();
        wakes.close();
    }
}

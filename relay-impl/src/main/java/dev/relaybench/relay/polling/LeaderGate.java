package dev.relaybench.relay.polling;

import dev.relaybench.relay.loop.Cycle;
import dev.relaybench.relay.loop.Next;
import dev.relaybench.relay.loop.Trigger;
import java.util.function.BooleanSupplier;

/// Runs a cycle only while this relay is the leader; else it pauses.
///
/// @param isLeader asked before each cycle, so also between the batches of a backlog
public record LeaderGate(BooleanSupplier isLeader, Cycle cycle) implements Cycle {
    @Override
    public Next run(Trigger trigger) throws Exception {
        return isLeader.getAsBoolean() ? cycle.run(trigger) : Next.PAUSE;
    }
}

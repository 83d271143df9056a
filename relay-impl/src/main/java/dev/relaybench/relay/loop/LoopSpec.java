package dev.relaybench.relay.loop;

import java.time.Duration;

/// What a loop runs.
///
/// @param name its name in logs and in `GET /live`
/// @param delay pause after a cycle that left nothing to do
/// @param cycleTimeMax longest time that a healthy cycle takes, for the liveness answer
public record LoopSpec(String name, Duration delay, Duration cycleTimeMax, Cycle cycle) {

    /// The same loop with another cycle.
    public LoopSpec withCycle(Cycle other) {
        return new LoopSpec(name, delay, cycleTimeMax, other);
    }
}

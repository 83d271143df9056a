package dev.relaybench.harness.fault;

import java.time.Instant;
import java.util.Map;

/// A fault that is on.
public interface Injection {
    /// Whether the fault had its effect, by the evidence.
    boolean bit();

    /// What shows it: a process that is gone, a probe without an answer, rejected offers.
    Map<String, String> evidence();

    /// Ends the fault and returns once that is confirmed, or once it is clear that it cannot be.
    ///
    /// @throws Exception if it cannot be healed, which is a failure of the harness
    Healing heal() throws Exception;

    /// The end of a fault.
    ///
    /// @param at when it was over; a confirmation may take a moment longer
    /// @param confirmed whether it was seen to be over
    /// @param evidence what shows it
    record Healing(Instant at, boolean confirmed, Map<String, String> evidence) {
        public Healing {
            evidence = Map.copyOf(evidence);
        }
    }
}

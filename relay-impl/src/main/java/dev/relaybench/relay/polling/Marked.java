package dev.relaybench.relay.polling;

import dev.relaybench.relay.polling.Settlement.Refusal;
import java.util.List;

/// What the marks of a batch changed.
///
/// @param fencedPublished rows that had been acknowledged and were no longer held: somebody else has sent them too, or
///     will
/// @param fencedOther rows that had not been acknowledged and were no longer held
/// @param dead rows that have just become DEAD
public record Marked(int fencedPublished, int fencedOther, List<Refusal> dead) {
    public Marked {
        dead = List.copyOf(dead);
    }
}

package dev.relaybench.relay.polling;

/// What one call of the relay service did, in rows.
///
/// @param claimed rows that were taken
/// @param acked of these: acknowledged by the broker
/// @param refused of these: put off, or given up
/// @param unavailable of these: given back, because the broker did not answer
public record BatchOutcome(int claimed, int acked, int refused, int unavailable) {
    static final BatchOutcome NOTHING = new BatchOutcome(0, 0, 0, 0);
}

package dev.relaybench.relay.outbox;

/// What one call of the relay service did, in rows.
///
/// @param claimed rows that were taken
/// @param acked of these: published and marked
/// @param refused of these: put off
/// @param unavailable of these: left as they were
public record RelayOutcome(int claimed, int acked, int refused, int unavailable) {
    static final RelayOutcome NOTHING = new RelayOutcome(0, 0, 0, 0);
}

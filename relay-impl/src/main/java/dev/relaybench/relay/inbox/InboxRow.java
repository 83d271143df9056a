package dev.relaybench.relay.inbox;

import java.util.Map;
import java.util.UUID;

/// A claimed row.
///
/// @param origin place of its record, as `topic/partition/offset`
/// @param headers of the record, with the trace context of the thread that stored it
/// @param attempt how manieth attempt at this payment it is, counted from 1
/// @param generation which claim of the row this is; nobody else has the same
/// @param mayHavePaid whether an earlier claim or an earlier row may have paid this payment
/// @param claimedNanos `System.nanoTime()` from just before the claim
public record InboxRow(
        UUID id,
        String origin,
        String paymentId,
        String payload,
        Map<String, String> headers,
        int attempt,
        long generation,
        boolean mayHavePaid,
        long claimedNanos) {

    public InboxRow {
        headers = Map.copyOf(headers);
    }

    /// Never shows the payload.
    @Override
    public String toString() {
        return "InboxRow[" + id + ", attempt " + attempt + ", generation " + generation + "]";
    }
}

package dev.relaybench.relay.metrics;

/// What is counted. The constant's label is its name in `GET /counters`.
public enum Counter {
    REQUESTS_COMMITTED("requestsCommitted"),
    REQUESTS_ABORTED("requestsAborted"),
    REQUESTS_INDETERMINATE("requestsIndeterminate"),
    /// Jobs that the channel took.
    OFFERS_ACCEPTED("offersAccepted"),
    /// Jobs that found the channel full; the polling worker publishes their rows.
    OFFERS_REJECTED("offersRejected"),
    /// Rows acknowledged by the broker, sent by an immediate worker.
    PUBLISHED_IMMEDIATE("publishedImmediate"),
    /// Rows acknowledged by the broker, sent by the polling worker.
    PUBLISHED_POLLING("publishedPolling"),
    /// Records that the broker will not take as they are.
    REFUSED("refused"),
    /// Records without an outcome: the broker was not there.
    UNAVAILABLE("unavailable"),
    /// Jobs whose row was gone, taken or locked: the cost of two workers racing for it.
    CLAIMS_WASTED_IMMEDIATE("claimsWastedImmediate"),
    /// Polls that found nothing.
    CLAIMS_WASTED_POLLING("claimsWastedPolling"),
    /// Rows that were published but no longer there to be marked.
    MARKS_LOST("marksLost"),
    POLL_CYCLES("pollCycles"),
    /// Cycles of any loop that ended with a throwable.
    LOOP_FAILURES("loopFailures"),
    /// Producers thrown away because they failed for good.
    PRODUCERS_REPLACED("producersReplaced");

    private final String label;

    Counter(String label) {
        this.label = label;
    }

    /// The name in `GET /counters`.
    public String label() {
        return label;
    }
}

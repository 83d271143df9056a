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
    /// Rows that were published by somebody whose claim had ended by then: the mark changed nothing.
    MARKS_FENCED("marksFenced"),
    /// Rows that may have been sent more than once: sent without an outcome, or fenced after an acknowledgement.
    DUPLICATES_SUSPECTED("duplicatesSuspected"),
    /// Rows given up after their last attempt.
    DEAD("dead"),
    /// Rows taken back from relays whose lease had run out.
    REAPED("reaped"),
    /// Finished rows that were removed because of their age.
    REMOVED("removed"),
    /// Pieces of work that the consumer brought to success.
    WORKS_DONE("worksDone"),
    /// Pieces of work that the consumer gave up: declined, or retries exhausted.
    WORKS_FAILED("worksFailed"),
    /// Deliveries of work that was in a terminal state already, and was left alone.
    WORKS_DUPLICATE("worksDuplicate"),
    /// Times that the vendor was asked what became of a piece of work.
    WORKS_ASKED("worksAsked"),
    /// Records that were sent on to a retry topic.
    WORKS_RETRIED("worksRetried"),
    /// Records that were sent on to the dead-letter topic.
    WORKS_DEAD_LETTERED("worksDeadLettered"),
    /// Deliveries that found the work in the hands of another owner, and marks that came too late to change anything.
    WORKS_FENCED("worksFenced"),
    /// Offsets of the consumer that the group took only at a later try, or not at all.
    WORK_COMMITS_POSTPONED("workCommitsPostponed"),
    POLL_CYCLES("pollCycles"),
    /// Of these: begun by a wake.
    POLL_CYCLES_WOKEN("pollCyclesWoken"),
    /// Wakes that were sent.
    WAKES_SENT("wakesSent"),
    /// Wakes that could not be sent; the safety poll finds their rows.
    WAKES_FAILED("wakesFailed"),
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

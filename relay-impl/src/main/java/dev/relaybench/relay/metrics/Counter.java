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
    /// Records acknowledged by the broker, sent by a publish mode without an outbox.
    PUBLISHED_INLINE("publishedInline"),
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
    PARTITIONS_MADE("partitionsMade"),
    /// Old partitions that were dropped with all their rows.
    PARTITIONS_DROPPED("partitionsDropped"),
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
    /// Records that the inbox stored.
    INBOX_RECEIVED("inboxReceived"),
    /// Records that the inbox had stored before.
    INBOX_DUPLICATES("inboxDuplicates"),
    /// Records that can never be worked on; they went to the dead-letter topic.
    INBOX_POISON("inboxPoison"),
    /// Jobs that the inbox channel took.
    INBOX_OFFERS_ACCEPTED("inboxOffersAccepted"),
    /// Jobs that found the inbox channel full; the polling worker takes their rows.
    INBOX_OFFERS_REJECTED("inboxOffersRejected"),
    /// Jobs whose row was gone, taken or locked, or whose payment was in progress.
    INBOX_CLAIMS_WASTED("inboxClaimsWasted"),
    /// Inbox rows that an immediate worker brought to their end.
    INBOX_SETTLED_IMMEDIATE("inboxSettledImmediate"),
    /// Inbox rows that the polling worker brought to their end.
    INBOX_SETTLED_POLLING("inboxSettledPolling"),
    /// Inbox rows that the consumer thread brought to their end, in direct mode.
    INBOX_SETTLED_DIRECT("inboxSettledDirect"),
    /// Batches that the inbox polling worker looked for.
    INBOX_POLL_CYCLES("inboxPollCycles"),
    /// Rows in progress that were taken over from a worker that had not come back.
    INBOX_ZOMBIES("inboxZombies"),
    /// Rows left in progress, because nobody knows yet whether they are paid.
    INBOX_LEFT_OPEN("inboxLeftOpen"),
    /// Rows that were not paid, because the claim was too old by then.
    INBOX_TOO_LATE("inboxTooLate"),
    /// Settlements that changed nothing, because the row had been taken over.
    INBOX_FENCED("inboxFenced"),
    /// Requests that were sent to the inbound topic once more.
    INBOX_RETRIED("inboxRetried"),
    /// Requests that were given up after their last attempt.
    INBOX_DEAD_LETTERS("inboxDeadLetters"),
    /// Questions to the vendor whether a payment was made.
    VENDOR_ASKED("vendorAsked"),
    /// Payments asked for at the vendor.
    VENDOR_CALLED("vendorCalled"),
    /// Offsets that the broker did not take; their records may come again.
    OFFSET_COMMITS_FAILED("offsetCommitsFailed"),
    /// Consumers thrown away because they failed for good.
    CONSUMERS_REPLACED("consumersReplaced"),
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

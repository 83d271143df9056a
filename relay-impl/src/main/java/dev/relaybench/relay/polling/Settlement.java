package dev.relaybench.relay.polling;

import dev.relaybench.relay.message.PublishResult;
import dev.relaybench.relay.message.PublishResult.Acked;
import dev.relaybench.relay.message.PublishResult.Refused;
import dev.relaybench.relay.message.PublishResult.Unavailable;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;

/// What is to become of each row of a batch.
///
/// @param published acknowledged
/// @param failed refused, and to be tried again
/// @param dead refused for the last time
/// @param released sent without an answer, or not sent: as they were, at the cost of no attempt
public record Settlement(
        List<ClaimedRow> published, List<Refusal> failed, List<Refusal> dead, List<ClaimedRow> released) {

    public Settlement {
        published = List.copyOf(published);
        failed = List.copyOf(failed);
        dead = List.copyOf(dead);
        released = List.copyOf(released);
    }

    /// A refused row.
    ///
    /// @param delay how long it waits for the next attempt; nothing for a dead one
    /// @param error what the broker said, fit to be kept
    public record Refusal(ClaimedRow row, Duration delay, String error) {}

    /// How often a row is tried, and how long it waits in between.
    public record Retry(int attemptsMax, Backoff backoff, RandomGenerator random) {}

    /// Gives all rows back.
    public static Settlement release(List<ClaimedRow> rows) {
        return new Settlement(List.of(), List.of(), List.of(), rows);
    }

    /// Decides by outcome.
    ///
    /// @param results one for each row, in their order
    public static Settlement of(List<ClaimedRow> rows, List<PublishResult> results, Retry retry) {
        if (rows.size() != results.size()) {
            throw new IllegalStateException("%d results for %d rows".formatted(results.size(), rows.size()));
        }
        List<ClaimedRow> published = new ArrayList<>();
        List<Refusal> failed = new ArrayList<>();
        List<Refusal> dead = new ArrayList<>();
        List<ClaimedRow> released = new ArrayList<>();
        for (int i = 0; i < rows.size(); i++) {
            ClaimedRow row = rows.get(i);
            switch (results.get(i)) {
                case Acked acked -> published.add(row);
                case Unavailable unavailable -> released.add(row);
                case Refused refused -> {
                    String error = LastError.of(refused.reason());
                    int attempts = row.attempts() + 1;
                    if (attempts >= retry.attemptsMax()) {
                        dead.add(new Refusal(row, Duration.ZERO, error));
                    } else {
                        failed.add(new Refusal(row, retry.backoff().delay(attempts, retry.random()), error));
                    }
                }
            }
        }
        return new Settlement(published, failed, dead, released);
    }

    int refused() {
        return failed.size() + dead.size();
    }
}

package dev.relaybench.relay.consumer;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/// The topics of a piece of work: `<topic>`, then `<topic>-retry-0`, `<topic>-retry-1` ... one for each further
/// attempt, then `<topic>-dlt`. The topic says which attempt a record is.
///
/// @param topic where work comes from
/// @param attempts deliveries in all
/// @param delay wait before the second one; doubles with each further one
public record RetryTopics(String topic, int attempts, Duration delay) {
    private static final Duration DELAY_MAX = Duration.ofDays(1);

    /// The topics behind the first one, in order; the dead-letter topic is the last.
    public List<String> others() {
        List<String> names = new ArrayList<>();
        for (int retry = 0; retry < attempts - 1; retry++) {
            names.add(topic + "-retry-" + retry);
        }
        names.add(deadLetter());
        return names;
    }

    /// The topic of work that was given up.
    public String deadLetter() {
        return topic + "-dlt";
    }

    /// Which attempt a record of this topic is, counted from 1; one more than there are for a dead letter.
    int attemptOf(String name) {
        return name.equals(topic) ? 1 : others().indexOf(name) + 2;
    }

    /// The topic of the next attempt.
    String after(int attempt) {
        return others().get(attempt - 1);
    }

    /// How long a record waits on this topic, from its timestamp on.
    Duration delayOf(String name) {
        return name.equals(topic) || name.equals(deadLetter()) ? Duration.ZERO : delayBefore(attemptOf(name));
    }

    /// The wait before an attempt.
    Duration delayBefore(int attempt) {
        if (attempt < 2) {
            return Duration.ZERO;
        }
        int doublings = Math.min(attempt - 2, 30);
        return delay.compareTo(DELAY_MAX.dividedBy(1L << doublings)) > 0
                ? DELAY_MAX
                : delay.multipliedBy(1L << doublings);
    }
}

package dev.relaybench.relay.polling;

import java.util.Collections;
import java.util.EnumSet;
import java.util.Set;
import java.util.stream.Collectors;

/// The life of a row.
///
/// | from | to | when |
/// |---|---|---|
/// | PENDING, FAILED | IN_FLIGHT | claimed by lease |
/// | IN_FLIGHT | PUBLISHED | acknowledged |
/// | IN_FLIGHT | FAILED, DEAD | refused: to be tried again, or for the last time |
/// | IN_FLIGHT | PENDING, FAILED | nobody answered, or its holder died: what it was before, see {@link #released} |
/// | PENDING, FAILED | PUBLISHED, FAILED, DEAD | claimed by row lock, which is no state of the row |
/// | DEAD | PENDING | replayed by a person |
///
/// PUBLISHED is the end. Every statement that changes a status names the states it changes from, taken from here.
public enum RowStatus {
    PENDING,
    IN_FLIGHT,
    PUBLISHED,
    /// Refused, and to be tried again when its time has come.
    FAILED,
    DEAD;

    /// What a claim takes.
    public static final Set<RowStatus> CLAIMABLE = Collections.unmodifiableSet(EnumSet.of(PENDING, FAILED));
    /// What stands before the later rows of its aggregate.
    public static final Set<RowStatus> UNFINISHED = Collections.unmodifiableSet(EnumSet.of(PENDING, IN_FLIGHT, FAILED));

    /// Whether a row may go from this status to that one.
    public boolean mayBecome(RowStatus next) {
        return switch (this) {
            case PENDING, FAILED -> next != PENDING;
            case IN_FLIGHT -> next != IN_FLIGHT;
            case DEAD -> next == PENDING;
            case PUBLISHED -> false;
        };
    }

    /// What a row was before it was claimed: its refusals tell.
    public static RowStatus released(int attempts) {
        return attempts == 0 ? PENDING : FAILED;
    }

    /// {@link #released} in SQL, for the column `attempts` of this alias.
    public static String releasedSql(String alias) {
        return "CASE WHEN %s.attempts = 0 THEN '%s' ELSE '%s' END".formatted(alias, PENDING, FAILED);
    }

    /// A condition on the column `status`, in the words of the partial indexes: with parameters instead of literals the
    /// planner would not see that an index covers it.
    public static String in(Set<RowStatus> statuses) {
        return statuses.stream()
                .sorted()
                .map(status -> "'" + status + "'")
                .collect(Collectors.joining(", ", "status IN (", ")"));
    }
}

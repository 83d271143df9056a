package dev.relaybench.harness.check;

import static org.assertj.core.api.Assertions.assertThat;

import dev.relaybench.harness.expect.Anomaly;
import dev.relaybench.harness.history.History;
import dev.relaybench.harness.history.HistoryEvent;
import dev.relaybench.harness.history.HistoryEvent.Outcome;
import java.util.Arrays;
import java.util.ServiceLoader;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// Each checker has a history that it must flag, one that it must not, and the empty one.
class CheckersTest {
    @ParameterizedTest
    @EnumSource(Anomaly.class)
    void everyAnomalyHasOneCheckerWhichFindsNothingInAnEmptyHistory(Anomaly anomaly) {
        var checkers = ServiceLoader.load(Checker.class).stream()
                .map(ServiceLoader.Provider::get)
                .filter(checker -> checker.anomaly() == anomaly)
                .toList();

        assertThat(checkers).hasSize(1);
        assertThat(checkers.getFirst().check(History.of(Arrays.asList())).count())
                .isZero();
    }

    @ParameterizedTest
    @EnumSource(Anomaly.class)
    void noCheckerFlagsRowsThatGoTheirUsualWay(Anomaly anomaly) {
        var history =
                HistoryDraft.begun().row("a", 0, 2).row("b", 10, 3).read(100).build();

        assertThat(count(anomaly, history)).isZero();
    }

    @Nested
    class Lost {
        @Test
        void flagsARowCommittedAndNeverPublishedWhichTheRelayCountsAsDone() {
            var history = HistoryDraft.begun()
                    .row("a", 0, 2)
                    .committed("b", "k", 10)
                    .read(100)
                    .build();

            assertThat(count(Anomaly.LOST, history)).isEqualTo(1);
            assertThat(count(Anomaly.STALLED, history)).isZero();
        }

        @Test
        void flagsTheRowOfAnIndeterminateCommitThatTheDatabaseHas() {
            var history = HistoryDraft.begun()
                    .requested("a", "k", 0)
                    .answered("a", Outcome.INDETERMINATE, 5)
                    .committed("a", "k", 1)
                    .read(100)
                    .build();

            assertThat(count(Anomaly.LOST, history)).isEqualTo(1);
        }

        @Test
        void doesNotFlagAnAbortedRow() {
            var history = HistoryDraft.begun()
                    .requested("a", "k", 0)
                    .answered("a", Outcome.ABORTED, 5)
                    .read(100)
                    .build();

            assertThat(count(Anomaly.LOST, history)).isZero();
        }

        @Test
        void isNotHiddenByADuplicateOfAnotherRow() {
            var history = HistoryDraft.begun()
                    .row("a", 0, 2)
                    .published("a", "a", 5)
                    .committed("b", "k", 10)
                    .read(100)
                    .build();

            assertThat(count(Anomaly.LOST, history)).isEqualTo(1);
        }
    }

    @Nested
    class Stalled {
        @Test
        void flagsARowThatStillWaitsAfterTheDrain() {
            var history = HistoryDraft.begun()
                    .committed("a", "k", 0)
                    .pending("a")
                    .read(100)
                    .build();

            assertThat(count(Anomaly.STALLED, history)).isEqualTo(1);
            assertThat(count(Anomaly.LOST, history)).isZero();
        }

        @Test
        void doesNotFlagARowThatIsPendingOnlyBecauseItsMarkIsMissing() {
            var history =
                    HistoryDraft.begun().row("a", 0, 2).pending("a").read(100).build();

            assertThat(count(Anomaly.STALLED, history)).isZero();
        }
    }

    @Nested
    class Duplicated {
        @Test
        void countsEachCopyAfterTheFirst() {
            var history = HistoryDraft.begun()
                    .row("a", 0, 2)
                    .published("a", "a", 5)
                    .published("a", "a", 6)
                    .row("b", 10, 2)
                    .read(100)
                    .build();

            assertThat(count(Anomaly.DUPLICATED, history)).isEqualTo(2);
        }
    }

    @Nested
    class Phantom {
        @Test
        void flagsARolledBackRowThatWasPublished() {
            var history = HistoryDraft.begun()
                    .requested("a", "k", 0)
                    .answered("a", Outcome.ABORTED, 2)
                    .published("a", "k", 1)
                    .read(100)
                    .build();

            assertThat(count(Anomaly.PHANTOM, history)).isEqualTo(1);
        }

        @Test
        void flagsARecordThatNobodyAskedForAndOneWithoutAnId() {
            var history = HistoryDraft.begun()
                    .published("stranger", "k", 1)
                    .add(new HistoryEvent.Published(
                            HistoryDraft.at(2), HistoryDraft.at(2), null, "t", 0, 9, "k", "hash"))
                    .read(100)
                    .build();

            assertThat(count(Anomaly.PHANTOM, history)).isEqualTo(2);
        }

        @Test
        void doesNotFlagAnIndeterminateCommitThatTheDatabaseHas() {
            var history = HistoryDraft.begun()
                    .requested("a", "k", 0)
                    .answered("a", Outcome.INDETERMINATE, 5)
                    .committed("a", "k", 1)
                    .published("a", "k", 3)
                    .read(100)
                    .build();

            assertThat(count(Anomaly.PHANTOM, history)).isZero();
        }
    }

    @Nested
    class Corrupted {
        @Test
        void flagsAnotherKeyTopicOrPayload() {
            var history = HistoryDraft.begun()
                    .committed("a", "k1", 0)
                    .published("a", "k2", 1)
                    .committed("b", "k1", 2)
                    .add(record("b", "elsewhere", "k1", "hash-b"))
                    .committed("c", "k1", 4)
                    .add(record("c", "t", "k1", "other"))
                    .read(100)
                    .build();

            assertThat(count(Anomaly.CORRUPTED, history)).isEqualTo(3);
        }

        private HistoryEvent record(String id, String topic, String key, String hash) {
            return new HistoryEvent.Published(HistoryDraft.at(5), HistoryDraft.at(5), id, topic, 0, 50, key, hash);
        }
    }

    @Nested
    class Reordered {
        @Test
        void flagsATailThatOvertookItsHead() {
            var history = pair(1, 10, 5, 4);

            assertThat(count(Anomaly.REORDERED, history)).isEqualTo(1);
        }

        @Test
        void doesNotFlagTheOrderOfSending() {
            assertThat(count(Anomaly.REORDERED, pair(1, 10, 4, 5))).isZero();
        }

        @Test
        void doesNotFlagRowsWhoseRequestsOverlapped() {
            assertThat(count(Anomaly.REORDERED, pair(20, 10, 5, 4))).isZero();
        }

        @Test
        void doesNotFlagALaterCopyOfAnEarlierRow() {
            var history = HistoryDraft.begun()
                    .requested("head", "k", 0)
                    .answered("head", Outcome.COMMITTED, 1)
                    .committed("head", "k", 0)
                    .published("head", "k", 2, 1)
                    .requested("tail", "k", 10)
                    .answered("tail", Outcome.COMMITTED, 11)
                    .committed("tail", "k", 10)
                    .published("tail", "k", 12, 2)
                    .published("head", "k", 13, 3)
                    .read(100)
                    .build();

            assertThat(count(Anomaly.REORDERED, history)).isZero();
        }

        private History pair(long headAnsweredAt, long tailSentAt, long headOffset, long tailOffset) {
            return HistoryDraft.begun()
                    .requested("head", "k", 0)
                    .answered("head", Outcome.COMMITTED, headAnsweredAt)
                    .committed("head", "k", 0)
                    .published("head", "k", 20, headOffset)
                    .requested("tail", "k", tailSentAt)
                    .answered("tail", Outcome.COMMITTED, tailSentAt + 1)
                    .committed("tail", "k", tailSentAt)
                    .published("tail", "k", 20, tailOffset)
                    .read(100)
                    .build();
        }
    }

    private static long count(Anomaly anomaly, History history) {
        return ServiceLoader.load(Checker.class).stream()
                .map(ServiceLoader.Provider::get)
                .filter(checker -> checker.anomaly() == anomaly)
                .findFirst()
                .orElseThrow()
                .check(history)
                .count();
    }
}

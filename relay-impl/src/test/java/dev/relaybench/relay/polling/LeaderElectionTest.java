package dev.relaybench.relay.polling;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.relaybench.relay.loop.Next;
import dev.relaybench.relay.loop.Trigger;
import java.sql.SQLException;
import java.time.Duration;
import java.util.OptionalLong;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// One relay whose clock and table the test controls, and many in a simulated world.
class LeaderElectionTest {
    private static final Duration LEASE = Duration.ofSeconds(10);

    private long nowNanos = Long.MAX_VALUE - Duration.ofSeconds(5).toNanos();
    private final ScriptedTable table = new ScriptedTable();
    private final LeaderElection election = new LeaderElection(table, "me", LEASE, () -> nowNanos);

    @Test
    void nobodyIsTheLeaderBeforeTheFirstTick() {
        assertThat(election.isLeader()).isFalse();
    }

    @Test
    void leadsWhileLessThanTheLeaseHasPassedButForAMargin() throws SQLException {
        tick();
        assertThat(election.isLeader()).isTrue();

        pass(Duration.ofMillis(8_999));
        assertThat(election.isLeader()).isTrue();

        pass(Duration.ofMillis(1));
        assertThat(election.isLeader()).isFalse();
    }

    @Test
    void theLeaseCountsFromWhenTheRenewalWasSent() throws SQLException {
        table.renewal = () -> {
            pass(Duration.ofSeconds(4));
            return OptionalLong.of(1);
        };
        tick();
        assertThat(election.isLeader()).isTrue();

        pass(Duration.ofSeconds(5));
        assertThat(election.isLeader()).isFalse();
    }

    @Test
    void anAnswerThatComesAfterTheLeaseMakesNoLeader() throws SQLException {
        table.renewal = () -> {
            pass(Duration.ofSeconds(11));
            return OptionalLong.of(1);
        };

        tick();

        assertThat(election.isLeader()).isFalse();
    }

    @Test
    void whoThawsAfterTheLeaseIsNoLeaderBeforeTheNextTick() throws SQLException {
        tick();

        pass(Duration.ofMinutes(5));

        assertThat(election.isLeader()).isFalse();
    }

    @Test
    void aRenewalProlongsTheLeadership() throws SQLException {
        for (int i = 0; i < 20; i++) {
            tick();
            pass(Duration.ofSeconds(2));
            assertThat(election.isLeader()).isTrue();
        }
    }

    @Test
    void whoFindsAnotherInItsPlaceIsNoLeaderAtOnce() throws SQLException {
        tick();
        table.renewal = OptionalLong::empty;

        tick();

        assertThat(election.isLeader()).isFalse();
    }

    @Test
    void anOutageOfTheDatabaseCostsLeadershipAtTheEndOfTheLeaseAndNothingElse() throws SQLException {
        tick();
        table.renewal = () -> {
            throw new SQLException("gone");
        };
        pass(Duration.ofSeconds(8));
        assertThatThrownBy(this::tick).isInstanceOf(SQLException.class);
        assertThat(election.isLeader()).isTrue();

        pass(Duration.ofSeconds(1));
        assertThatThrownBy(this::tick).isInstanceOf(SQLException.class);
        assertThat(election.isLeader()).isFalse();

        table.renewal = () -> OptionalLong.of(2);
        tick();
        assertThat(election.isLeader()).isTrue();
    }

    @Test
    void whoGivesUpIsNoLeaderAndNeverAgain() throws SQLException {
        tick();

        election.close();
        election.close();
        tick();

        assertThat(election.isLeader()).isFalse();
        assertThat(table.givenUp).hasValue(1);
    }

    @Test
    void whoCannotGiveUpIsNoLeaderAllTheSame() throws SQLException {
        tick();
        table.broken = true;

        election.close();

        assertThat(election.isLeader()).isFalse();
    }

    @Test
    void aPlaceThatWasTakenByARenewalWithoutAnAnswerIsGivenUpToo() {
        table.renewal = () -> {
            throw new SQLException("the answer was lost");
        };
        assertThatThrownBy(this::tick).isInstanceOf(SQLException.class);

        election.close();

        assertThat(table.givenUp).hasValue(1);
    }

    @Test
    void theGateRunsItsCycleForTheLeaderOnly() throws Exception {
        AtomicBoolean leader = new AtomicBoolean();
        LeaderGate gate = new LeaderGate(leader::get, trigger -> Next.AT_ONCE);
        assertThat(gate.run(Trigger.WAKE)).isEqualTo(Next.PAUSE);

        leader.set(true);

        assertThat(gate.run(Trigger.WAKE)).isEqualTo(Next.AT_ONCE);
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4})
    void neverTwoLeadersWhateverIsLateLostOrFrozen(long firstSeed) {
        for (long seed = firstSeed * 1_000; seed < firstSeed * 1_000 + 50; seed++) {
            SimulatedElection world = new SimulatedElection(seed);

            world.pass(Duration.ofMinutes(2));

            assertThat(world.violations()).as("seed %d", seed).isEmpty();
            // Else nothing was put to the test.
            assertThat(world.changes()).as("seed %d", seed).isGreaterThan(5);
            assertThat(world.renewals()).as("seed %d", seed).isGreaterThan(50);
        }
    }

    private void tick() throws SQLException {
        assertThat(election.run(Trigger.PAUSE_OVER)).isEqualTo(Next.PAUSE);
    }

    private void pass(Duration time) {
        nowNanos += time.toNanos();
    }

    private interface Renewal {
        OptionalLong run() throws SQLException;
    }

    private static final class ScriptedTable implements LeaderTable {
        private Renewal renewal = () -> OptionalLong.of(1);
        private final AtomicInteger givenUp = new AtomicInteger();
        private boolean broken;

        @Override
        public OptionalLong renew(String owner, Duration lease) throws SQLException {
            return renewal.run();
        }

        @Override
        public void giveUp(String owner) throws SQLException {
            if (broken) {
                throw new SQLException("gone");
            }
            givenUp.incrementAndGet();
        }
    }
}

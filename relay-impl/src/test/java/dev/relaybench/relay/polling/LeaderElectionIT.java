package dev.relaybench.relay.polling;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.zaxxer.hikari.HikariDataSource;
import dev.relaybench.relay.loop.Trigger;
import dev.relaybench.relay.testbed.TestDatabase;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class LeaderElectionIT {
    private static final Duration LONG = Duration.ofMinutes(10);

    private final TestDatabase database = TestDatabase.create();
    private final HikariDataSource pool = database.openPool();
    private final AtomicLong clockNanos = new AtomicLong();

    LeaderElectionIT() throws SQLException {}

    @AfterEach
    void close() {
        pool.close();
    }

    @Test
    void theFirstToAskLeadsAndTheOtherDoesNot() throws SQLException {
        LeaderElection first = election("first", LONG);
        LeaderElection second = election("second", LONG);

        tick(first);
        tick(second);
        tick(first);
        tick(second);

        assertThat(first.isLeader()).isTrue();
        assertThat(second.isLeader()).isFalse();
        assertThat(row()).isEqualTo("first 1");
    }

    @Test
    void aRenewalProlongsTheLeaseAndKeepsTheGeneration() throws SQLException {
        LeaderElection leader = election("me", LONG);
        tick(leader);
        database.execute("UPDATE relay_leader SET lease_until = now() + interval '1 min'");

        tick(leader);

        assertThat(row()).isEqualTo("me 1");
        assertThat(database.number("SELECT extract(epoch FROM lease_until - now())::int FROM relay_leader"))
                .isBetween(500L, 600L);
    }

    @Test
    void anotherTakesOverWhenTheLeaseHasRunOutByTheClockOfTheDatabase() throws SQLException {
        LeaderElection frozen = election("frozen", LONG);
        LeaderElection next = election("next", LONG);
        tick(frozen);
        tick(next);
        assertThat(next.isLeader()).isFalse();
        freeze();

        tick(next);

        assertThat(next.isLeader()).isTrue();
        assertThat(row()).isEqualTo("next 2");
        assertThat(frozen.isLeader()).isFalse();
        tick(frozen);
        assertThat(frozen.isLeader()).isFalse();
        assertThat(row()).isEqualTo("next 2");
    }

    @Test
    void whoThawsBeforeAnybodyTookOverLeadsAgainAfterItsNextTick() throws SQLException {
        LeaderElection leader = election("me", LONG);
        tick(leader);
        freeze();
        assertThat(leader.isLeader()).isFalse();

        tick(leader);

        assertThat(leader.isLeader()).isTrue();
        assertThat(row()).isEqualTo("me 1");
    }

    @Test
    void whoGivesUpIsFollowedAtOnce() throws SQLException {
        LeaderElection first = election("first", LONG);
        LeaderElection second = election("second", LONG);
        tick(first);

        first.close();
        tick(second);

        assertThat(first.isLeader()).isFalse();
        assertThat(second.isLeader()).isTrue();
        assertThat(row()).isEqualTo("second 2");
    }

    @Test
    void whoIsNotTheLeaderHasNothingToGiveUp() throws SQLException {
        LeaderElection first = election("first", LONG);
        LeaderElection second = election("second", LONG);
        tick(first);
        tick(second);

        second.close();

        assertThat(row()).isEqualTo("first 1");
        assertThat(database.number("SELECT count(*) FROM relay_leader WHERE lease_until > now() + interval '1 min'"))
                .isEqualTo(1);
    }

    @Test
    void eachTableHasALeaderOfItsOwn() throws SQLException {
        LeaderElection here = election("here", LONG);
        LeaderElection there =
                new LeaderElection(new RelayLeaderTable(pool, "cancel_event_outbox"), "there", LONG, clockNanos::get);

        tick(here);
        tick(there);

        assertThat(here.isLeader()).isTrue();
        assertThat(there.isLeader()).isTrue();
    }

    @Test
    void aDatabaseThatIsAwayCostsLeadershipAtTheEndOfTheLeaseOnly() throws SQLException {
        LeaderElection leader = election("me", LONG);
        tick(leader);
        database.execute("ALTER TABLE relay_leader RENAME TO away");
        assertThatThrownBy(() -> tick(leader)).isInstanceOf(SQLException.class);
        assertThat(leader.isLeader()).isTrue();

        clockNanos.addAndGet(LONG.toNanos());
        assertThat(leader.isLeader()).isFalse();
        assertThatThrownBy(() -> tick(leader)).isInstanceOf(SQLException.class);

        database.execute("ALTER TABLE away RENAME TO relay_leader");
        tick(leader);
        assertThat(leader.isLeader()).isTrue();
    }

    @Test
    void ofTwoThatAskAtOnceOneLeads() throws Exception {
        for (int round = 0; round < 200; round++) {
            List<LeaderElection> elections = new ArrayList<>();
            AtomicInteger next = new AtomicInteger();
            for (String owner : List.of("a", "b")) {
                elections.add(
                        new LeaderElection(new RelayLeaderTable(pool, "round-" + round), owner, LONG, clockNanos::get));
            }

            OutboxRows.atOnce(2, () -> elections.get(next.getAndIncrement()).run(Trigger.PAUSE_OVER));

            assertThat(elections.stream().filter(LeaderElection::isLeader)).hasSize(1);
        }
    }

    /// Real time, real threads. Whoever says that it is the leader after the database has answered was it when the
    /// database looked.
    @Test
    void neverTwoLeadersAtOnceByTheClockOfTheDatabase() throws Exception {
        AtomicInteger looks = new AtomicInteger();
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            List<Future<?>> relays = new ArrayList<>();
            for (int number = 0; number < 3; number++) {
                String owner = "relay-" + number;
                Random random = new Random(number);
                relays.add(threads.submit(() -> {
                    live(owner, random, looks);
                    return null;
                }));
            }
            for (Future<?> relay : relays) {
                relay.get();
            }
        }
        assertThat(looks.get()).isGreaterThan(50);
        assertThat(database.number("SELECT generation FROM relay_leader")).isGreaterThan(5);
    }

    private void live(String owner, Random random, AtomicInteger looks) throws SQLException, InterruptedException {
        LeaderElection election = election(owner, Duration.ofMillis(60), System::nanoTime);
        for (int round = 0; round < 300; round++) {
            tick(election);
            boolean holds = holdsByTheDatabase(owner);
            if (election.isLeader()) {
                assertThat(holds).as("%s in round %d", owner, round).isTrue();
                looks.incrementAndGet();
            }
            // Mostly a tick; now and then longer than the lease.
            pause(random.nextInt(10) == 0 ? 80 : random.nextInt(15));
        }
    }

    private boolean holdsByTheDatabase(String owner) throws SQLException {
        try (Connection connection = pool.getConnection();
                Statement statement = connection.createStatement()) {
            connection.setAutoCommit(true);
            try (ResultSet row =
                    statement.executeQuery("SELECT count(*) FROM relay_leader WHERE owner = '%s'".formatted(owner)
                            + " AND lease_until > clock_timestamp()")) {
                row.next();
                return row.getInt(1) == 1;
            }
        }
    }

    private static void pause(int millis) throws InterruptedException {
        assertThat(new CountDownLatch(1).await(millis, TimeUnit.MILLISECONDS)).isFalse();
    }

    /// Nobody renews until the lease has run out, by every clock.
    private void freeze() throws SQLException {
        clockNanos.addAndGet(LONG.toNanos());
        database.execute("UPDATE relay_leader SET lease_until = now() - interval '1 ms'");
    }

    private LeaderElection election(String owner, Duration lease) {
        return election(owner, lease, clockNanos::get);
    }

    private LeaderElection election(String owner, Duration lease, LongSupplier clock) {
        return new LeaderElection(new RelayLeaderTable(pool, "outbox_event"), owner, lease, clock);
    }

    private static void tick(LeaderElection election) throws SQLException {
        election.run(Trigger.PAUSE_OVER);
    }

    private String row() throws SQLException {
        return database.query("SELECT owner || ' ' || generation FROM relay_leader")
                .getFirst();
    }
}

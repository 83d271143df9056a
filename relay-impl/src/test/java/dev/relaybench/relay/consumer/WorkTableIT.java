package dev.relaybench.relay.consumer;

import static org.assertj.core.api.Assertions.assertThat;

import com.zaxxer.hikari.HikariDataSource;
import dev.relaybench.relay.consumer.Claim.Claimed;
import dev.relaybench.relay.consumer.Claim.Finished;
import dev.relaybench.relay.consumer.Claim.Held;
import dev.relaybench.relay.testbed.TestDatabase;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class WorkTableIT {
    private static final Duration LONG = Duration.ofMinutes(10);

    private final TestDatabase database = TestDatabase.create();
    private final HikariDataSource pool = database.openPool();
    private final WorkTable table = new WorkTable(pool, "me", LONG, true);
    private final WorkTable other = new WorkTable(pool, "other", LONG, true);

    WorkTableIT() throws SQLException {}

    @AfterEach
    void closePool() {
        pool.close();
    }

    @Test
    void workThatNobodyHasMadeGoesFromWaitToExecution() throws SQLException {
        Claim claim = table.begin("w");

        assertThat(claim).isEqualTo(new Claimed(1, 1));
        assertThat(row()).isEqualTo("EXCN me 1 1 null null");
    }

    @Test
    void workThatWaitsIsBegun() throws SQLException {
        database.execute("INSERT INTO work (id) VALUES ('w')");

        assertThat(table.begin("w")).isEqualTo(new Claimed(1, 1));
    }

    @Test
    void workInExecutionSucceeds() throws SQLException {
        table.begin("w");

        assertThat(table.succeed("w", 1, "ref")).isTrue();
        assertThat(row()).isEqualTo("SCS null 1 1 ref null");
    }

    @Test
    void workInExecutionFails() throws SQLException {
        table.begin("w");

        assertThat(table.fail("w", 1, "why")).isTrue();
        assertThat(row()).isEqualTo("FAIL null 1 1 null why");
    }

    @Test
    void workThatWaitsCanNeitherSucceedNorFailNorBeReleased() throws SQLException {
        database.execute("INSERT INTO work (id) VALUES ('w')");

        assertThat(table.succeed("w", 0, "ref")).isFalse();
        assertThat(table.fail("w", 0, "why")).isFalse();
        assertThat(table.release("w", 0, "why")).isFalse();
        assertThat(row()).isEqualTo("WAIT null 0 0 null null");
    }

    @ParameterizedTest
    @ValueSource(strings = {"SCS", "FAIL"})
    void nothingHappensInATerminalState(String terminal) throws SQLException {
        database.execute("INSERT INTO work (id, status, generation) VALUES ('w', '" + terminal + "', 1)");

        assertThat(table.begin("w")).isEqualTo(new Finished(WorkState.valueOf(terminal)));
        assertThat(table.takeOver("w")).isEqualTo(new Finished(WorkState.valueOf(terminal)));
        assertThat(table.succeed("w", 1, "ref")).isFalse();
        assertThat(table.fail("w", 1, "why")).isFalse();
        assertThat(table.release("w", 1, "why")).isFalse();
        assertThat(row()).isEqualTo(terminal + " null 0 1 null null");
    }

    @Test
    void workOfALiveOwnerIsHeldUntilItsClaimIsOver() throws SQLException {
        table.begin("w");

        assertThat(other.begin("w"))
                .isInstanceOfSatisfying(
                        Held.class, held -> assertThat(held.remaining()).isBetween(LONG.minusMinutes(5), LONG));
        assertThat(other.takeOver("w")).isInstanceOf(Held.class);
        assertThat(table.begin("w")).as("nor may the owner begin twice").isInstanceOf(Held.class);
        assertThat(row()).isEqualTo("EXCN me 1 1 null null");
    }

    @Test
    void workOfADeadOwnerIsTakenOverAndTheOldOwnersMarksChangeNothing() throws SQLException {
        table.begin("w");
        database.execute("UPDATE work SET claimed_until = now()");

        assertThat(other.begin("w")).isEqualTo(new Claimed(2, 2));

        assertThat(table.succeed("w", 1, "ref")).isFalse();
        assertThat(table.fail("w", 1, "why")).isFalse();
        assertThat(table.release("w", 1, "why")).isFalse();
        assertThat(row()).isEqualTo("EXCN other 2 2 null null");
    }

    @Test
    void aMarkNeedsTheOwnerAsWellAsTheGeneration() throws SQLException {
        table.begin("w");

        assertThat(other.succeed("w", 1, "ref")).isFalse();
    }

    @Test
    void whatIsReleasedCanBeBegunAtOnceAndIsNotTheFirstExecution() throws SQLException {
        table.begin("w");

        assertThat(table.release("w", 1, "x".repeat(10_000))).isTrue();
        assertThat(database.query("SELECT last_error FROM work")).containsExactly("x".repeat(500));

        assertThat(other.begin("w"))
                .isInstanceOfSatisfying(
                        Claimed.class, claimed -> assertThat(claimed.isFirst()).isFalse());
    }

    @Test
    void toTakeOverIsNoAttempt() throws SQLException {
        table.begin("w");
        table.release("w", 1, "why");

        assertThat(table.takeOver("w")).isEqualTo(new Claimed(2, 1));
    }

    @Test
    void withoutTheFenceWorkInExecutionIsAnybodys() throws SQLException {
        table.begin("w");

        assertThat(new WorkTable(pool, "other", LONG, false).begin("w")).isEqualTo(new Claimed(2, 2));
    }

    @ParameterizedTest
    @EnumSource(
            value = WorkState.class,
            names = {"WAIT", "EXCN"})
    void ofManyThatRaceOneWins(WorkState from) throws Exception {
        database.execute("INSERT INTO work (id, status) VALUES ('w', '" + from + "')");
        List<Future<Claim>> claims = new ArrayList<>();
        try (ExecutorService racers = Executors.newVirtualThreadPerTaskExecutor()) {
            for (int racer = 0; racer < 8; racer++) {
                WorkTable own = new WorkTable(pool, "racer-" + racer, LONG, true);
                claims.add(racers.submit(() -> own.begin("w")));
            }
        }

        assertThat(claims)
                .extracting(Future::resultNow)
                .filteredOn(Claimed.class::isInstance)
                .hasSize(1);
    }

    private String row() throws SQLException {
        return database.query("SELECT concat_ws(' ', status, coalesce(owner, 'null'), attempts, generation,"
                        + " coalesce(reference, 'null'), coalesce(last_error, 'null')) FROM work")
                .getFirst();
    }
}

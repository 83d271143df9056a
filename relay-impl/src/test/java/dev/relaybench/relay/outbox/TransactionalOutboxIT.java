package dev.relaybench.relay.outbox;

import static org.assertj.core.api.Assertions.assertThat;

import com.zaxxer.hikari.HikariDataSource;
import dev.relaybench.relay.jdbc.ConnectionPool;
import dev.relaybench.relay.jdbc.Tables;
import dev.relaybench.relay.metrics.RelayCounters;
import dev.relaybench.relay.outbox.CommitOutcome.Committed;
import dev.relaybench.relay.outbox.CommitOutcome.FastPath;
import dev.relaybench.relay.outbox.CommitOutcome.Indeterminate;
import dev.relaybench.relay.outbox.CommitOutcome.Refused;
import dev.relaybench.relay.outbox.CommitOutcome.RolledBack;
import dev.relaybench.relay.outbox.TransactionalOutbox.Decision;
import dev.relaybench.relay.settings.RelaySettings;
import dev.relaybench.relay.testbed.TestDatabase;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class TransactionalOutboxIT {
    private final TestDatabase database = TestDatabase.create();
    private final HikariDataSource pool =
            ConnectionPool.open(RelaySettings.of(database.settings(Map.of())).database(), Duration.ofSeconds(20));
    private final PgOutboxChannel channel = new PgOutboxChannel(1, new RelayCounters());
    private final TransactionalOutbox outbox = new TransactionalOutbox(pool, new OutboxAppender(), channel);

    TransactionalOutboxIT() throws SQLException {}

    @BeforeEach
    void makeTables() throws SQLException {
        Tables.createMissing(pool);
    }

    @AfterEach
    void close() {
        pool.close();
    }

    @Test
    void offersAfterTheCommitAndNotBefore() throws SQLException {
        CommitOutcome outcome = outbox.run(transaction -> {
            transaction.append(message());
            assertThat(channel.depth()).isZero();
            assertThat(rows()).isZero();
            return Decision.COMMIT;
        });

        assertThat(outcome).isEqualTo(new Committed(FastPath.ACCEPTED));
        assertThat(channel.depth()).isEqualTo(1);
        assertThat(rows()).isEqualTo(1);
    }

    @Test
    void saysThatTheFastPathWasFull() throws SQLException {
        outbox.run(transaction -> {
            transaction.append(message());
            return Decision.COMMIT;
        });

        CommitOutcome outcome = outbox.run(transaction -> {
            transaction.append(message());
            return Decision.COMMIT;
        });

        assertThat(outcome).isEqualTo(new Committed(FastPath.REJECTED));
        assertThat(rows()).isEqualTo(2);
    }

    @Test
    void saysThatThereWasNothingToOffer() {
        assertThat(outbox.run(transaction -> Decision.COMMIT)).isEqualTo(new Committed(FastPath.NONE));
    }

    @Test
    void neitherStoresNorOffersWhatIsRolledBack() throws SQLException {
        CommitOutcome outcome = outbox.run(transaction -> {
            transaction.append(message());
            return Decision.ROLL_BACK;
        });

        assertThat(outcome).isInstanceOf(RolledBack.class);
        assertThat(channel.depth()).isZero();
        assertThat(rows()).isZero();
    }

    @Test
    void whatTheDatabaseFindsWrongIsRolledBack() {
        OutboxMessage message = message();

        assertThat(outbox.run(transaction -> {
                    transaction.append(message);
                    transaction.append(message);
                    return Decision.COMMIT;
                }))
                .isInstanceOf(RolledBack.class);
        assertThat(channel.depth()).isZero();
    }

    @Test
    void aConnectionLostBeforeTheCommitMeansThatNothingIsStored() throws SQLException {
        CommitOutcome outcome = outbox.run(transaction -> {
            transaction.append(message());
            database.cutConnections();
            transaction.append(message());
            return Decision.COMMIT;
        });

        assertThat(outcome).isInstanceOf(Refused.class);
        assertThat(rows()).isZero();
    }

    @Test
    void aConnectionLostDuringTheCommitLeavesTheOutcomeOpen() {
        CommitOutcome outcome = outbox.run(transaction -> {
            transaction.append(message());
            database.cutConnections();
            return Decision.COMMIT;
        });

        assertThat(outcome).isInstanceOf(Indeterminate.class);
        assertThat(channel.depth()).isZero();
    }

    private long rows() throws SQLException {
        return database.number("SELECT count(*) FROM pg_outbox");
    }

    private static OutboxMessage message() {
        return new OutboxMessage(UUID.randomUUID(), "k", "t", "p");
    }
}

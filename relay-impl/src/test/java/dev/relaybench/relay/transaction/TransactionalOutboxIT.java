package dev.relaybench.relay.transaction;

import static org.assertj.core.api.Assertions.assertThat;

import com.zaxxer.hikari.HikariDataSource;
import dev.relaybench.relay.message.OutboxMessage;
import dev.relaybench.relay.message.PayloadPolicy;
import dev.relaybench.relay.metrics.RelayCounters;
import dev.relaybench.relay.outbox.ChannelOutbox;
import dev.relaybench.relay.outbox.OutboxAppender;
import dev.relaybench.relay.outbox.PgOutboxChannel;
import dev.relaybench.relay.testbed.TestDatabase;
import dev.relaybench.relay.transaction.CommitOutcome.Committed;
import dev.relaybench.relay.transaction.CommitOutcome.FastPath;
import dev.relaybench.relay.transaction.CommitOutcome.Indeterminate;
import dev.relaybench.relay.transaction.CommitOutcome.Refused;
import dev.relaybench.relay.transaction.CommitOutcome.RolledBack;
import dev.relaybench.relay.transaction.TransactionalOutbox.Decision;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class TransactionalOutboxIT {
    private final TestDatabase database = TestDatabase.create();
    private final HikariDataSource pool = database.openPool();
    private final PgOutboxChannel channel = new PgOutboxChannel(1, new RelayCounters());
    private final TransactionalOutbox outbox = new TransactionalOutbox(
            pool, new ChannelOutbox(new OutboxAppender(), channel), PayloadPolicy.bytesAtMost(1_000));

    TransactionalOutboxIT() throws SQLException {}

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
    void whatThePolicyRefusesTakesTheWholeTransactionWithIt() throws SQLException {
        PayloadPolicy noCardNumbers =
                message -> message.payload().matches(".*\\d{16}.*") ? Optional.of("a card number") : Optional.empty();
        TransactionalOutbox careful = new TransactionalOutbox(
                pool,
                new ChannelOutbox(new OutboxAppender(), channel),
                PayloadPolicy.bytesAtMost(1_000).and(noCardNumbers));

        for (String payload : List.of("card 4000123412341234", "é".repeat(501))) {
            OutboxMessage refused = new OutboxMessage(UUID.randomUUID(), "k", "t", payload);
            assertThat(careful.run(transaction -> {
                        transaction.append(message());
                        transaction.append(refused);
                        return Decision.COMMIT;
                    }))
                    .isInstanceOfSatisfying(
                            RolledBack.class,
                            outcome -> assertThat(outcome.reason())
                                    .contains("message " + refused.id() + " is refused: a ")
                                    .doesNotContain("4000"));
        }
        assertThat(rows()).isZero();
        assertThat(channel.depth()).isZero();
        assertThat(careful.run(transaction -> {
                    transaction.append(message());
                    return Decision.COMMIT;
                }))
                .isInstanceOf(Committed.class);
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

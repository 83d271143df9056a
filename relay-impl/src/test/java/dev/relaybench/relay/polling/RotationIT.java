package dev.relaybench.relay.polling;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import dev.relaybench.relay.loop.Next;
import dev.relaybench.relay.loop.Trigger;
import dev.relaybench.relay.metrics.Counter;
import dev.relaybench.relay.metrics.RelayCounters;
import dev.relaybench.relay.polling.Partitions.Partition;
import dev.relaybench.relay.settings.EventSettings.Table;
import dev.relaybench.relay.settings.PollingOutboxSettings;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.slf4j.LoggerFactory;

class RotationIT {
    private static final Duration DAY = Duration.ofDays(1);
    private static final Duration RETENTION = Duration.ofDays(7);
    private static final int BATCH_SIZE = 10;
    private static final ExecutorService THREADS = Executors.newVirtualThreadPerTaskExecutor();

    private final OutboxRows rows = new OutboxRows(Table.OUTBOX_EVENT_ROTATED);
    private final RelayCounters counters = new RelayCounters();
    private final Rotation rotation = rotation(DAY);

    RotationIT() throws SQLException {}

    @AfterEach
    void close() {
        rows.close();
    }

    @Test
    void makesAPartitionForThisPeriodAndForTheNext() throws SQLException {
        Period today = Period.of(Instant.now(), DAY);

        assertThat(rotate()).isEqualTo(Next.PAUSE);

        assertThat(partitions()).extracting(Partition::period).containsExactly(today, today.next());
        assertThat(partitions())
                .extracting(Partition::name)
                .containsExactly(
                        "outbox_event_rotated_p" + today.name(),
                        "outbox_event_rotated_p" + today.next().name());
        assertThat(counters.get(Counter.PARTITIONS_MADE)).isEqualTo(2);
        rows.insert(1, "topic = 't'");
        assertThat(tables()).containsExactly("outbox_event_rotated_p" + today.name());
    }

    @Test
    void whatIsThereIsNotMadeAgain() throws SQLException {
        rotate();
        List<Partition> before = partitions();

        assertThat(rotate()).isEqualTo(Next.PAUSE);

        assertThat(partitions()).isEqualTo(before);
        assertThat(counters.get(Counter.PARTITIONS_MADE)).isEqualTo(2);
    }

    @Test
    void aPartitionHasTheIndexesOfItsParentAndVacuumSettingsOfItsOwn() throws SQLException {
        rotate();

        assertThat(rows.database.number("SELECT count(*) FROM pg_indexes WHERE schemaname = current_schema()"
                        + " AND tablename = '%s'"
                                .formatted(partitions().getFirst().name())))
                .isEqualTo(rows.database.number(
                        "SELECT count(*) FROM pg_index WHERE indrelid =" + " 'outbox_event_rotated'::regclass"));
        assertThat(rows.database.query(
                        "SELECT array_to_string(reloptions, ' ') FROM pg_class WHERE oid = '%s'::regclass"
                                .formatted(partitions().getFirst().name())))
                .first()
                .asString()
                .contains("autovacuum_vacuum_threshold=5000");
    }

    @Test
    void severalRelaysMakeThemAtOnce() throws Exception {
        for (int round = 0; round < 20; round++) {
            OutboxRows.atOnce(3, this::rotate);
            await().until(() -> rotate() == Next.PAUSE);

            assertThat(partitions()).hasSize(2);
            for (Partition partition : partitions()) {
                rows.database.execute("DROP TABLE " + partition.name());
            }
        }
        assertThat(counters.get(Counter.PARTITIONS_MADE)).isEqualTo(40);
    }

    @Test
    void severalRelaysDropOneAtOnce() throws Exception {
        for (int round = 1; round <= 20; round++) {
            make(old(8));
            OutboxRows.atOnce(3, this::rotate);
            await().until(() -> rotate() == Next.PAUSE);

            assertThat(counters.get(Counter.PARTITIONS_DROPPED)).isEqualTo(round);
        }
    }

    @Test
    void anotherLengthOfThePeriodLeavesTheOldPartitionsAndFillsTheGapsBehindThem() throws SQLException {
        rotation(Duration.ofHours(1)).run(Trigger.PAUSE_OVER);
        Instant hoursEnd = partitions().getLast().period().end();

        rotate();
        rotation(Duration.ofMinutes(7)).run(Trigger.PAUSE_OVER);

        Period today = Period.of(Instant.now(), DAY);
        assertThat(partitions()).extracting(Partition::period).contains(new Period(hoursEnd, today.end()));
        assertThat(partitions().getLast().period()).isEqualTo(today.next());
    }

    @Test
    void anOldPartitionOfPublishedRowsIsDropped() throws SQLException {
        make(old(9));
        rows.insertOld(3, "PUBLISHED", "9 days");
        assertThat(tables()).hasSize(1);

        rotate();

        assertThat(rows.count("true")).isZero();
        assertThat(partitions()).hasSize(2);
        assertThat(counters.get(Counter.PARTITIONS_DROPPED)).isEqualTo(1);
    }

    @Test
    void aPartitionThatEndedWithinTheRetentionStays() throws SQLException {
        make(old(7));
        rows.insertOld(3, "PUBLISHED", "7 days");

        rotate();

        assertThat(rows.count("true")).isEqualTo(3);
        assertThat(partitions()).hasSize(3);
    }

    @ParameterizedTest
    @ValueSource(strings = {"PENDING", "IN_FLIGHT", "FAILED", "DEAD"})
    void oneRowThatIsNotPublishedKeepsItsPartition(String state) throws SQLException {
        make(old(9));
        make(old(10));
        rows.insertOld(3, "PUBLISHED", "9 days");
        rows.insertOld(1, state, "9 days");

        assertThat(rotate()).isEqualTo(Next.PAUSE);

        assertThat(rows.count("true")).isEqualTo(4);
        assertThat(partitions())
                .hasSize(3)
                .first()
                .extracting(Partition::period)
                .isEqualTo(old(9));

        rows.change("status = 'PUBLISHED', lease_until = NULL");
        rotate();
        assertThat(rows.count("true")).isZero();
    }

    @Test
    void thePartitionsThatStayAreLoggedOnceInACycle() throws SQLException {
        make(old(9));
        make(old(10));
        rows.insertOld(1, "DEAD", "9 days");
        rows.insertOld(1, "FAILED", "10 days");
        rotate();
        Logger logger = (Logger) LoggerFactory.getLogger(Rotation.class);
        ListAppender<ILoggingEvent> lines = new ListAppender<>();
        lines.start();
        logger.addAppender(lines);
        logger.setLevel(Level.INFO);
        logger.setAdditive(false);
        try {
            rotate();
        } finally {
            logger.setLevel(null);
            logger.setAdditive(true);
            logger.detachAppender(lines);
        }

        assertThat(lines.list).hasSize(1);
        assertThat(lines.list.getFirst().getKeyValuePairs().toString()).contains(old(9).name(), old(10).name());
    }

    @Test
    void aRowThatIsNotCommittedYetKeepsItsPartition() throws SQLException {
        make(old(9));
        try (Connection application = rows.database.connect()) {
            insertOldRow(application);

            assertThat(rotate()).isEqualTo(Next.BACK_OFF);
            application.commit();
        }
        await().until(() -> rotate() == Next.PAUSE);

        assertThat(rows.count("status = 'PENDING'")).isEqualTo(1);
        assertThat(partitions()).hasSize(3);
    }

    @Test
    @Timeout(60)
    void aRowThatComesBetweenTheLookAndTheLockKeepsItsPartition() throws Exception {
        rotate();
        make(old(9));
        Next next = Next.BACK_OFF;
        int inserted = 0;
        // The rotation waits for the lock for a moment only, which may be over before this test comes to its turn.
        while (next == Next.BACK_OFF) {
            try (Connection application = rows.database.connect()) {
                insertOldRow(application);
                Future<Next> rotating = THREADS.submit(this::rotate);
                await().pollInterval(Duration.ofMillis(2)).until(() -> rotating.isDone() || waitsForTheLock());
                if (!rotating.isDone()) {
                    application.commit();
                    inserted++;
                }
                next = rotating.get();
            }
            if (next == Next.BACK_OFF && inserted > 0) {
                rows.database.execute("DELETE FROM outbox_event_rotated");
                inserted = 0;
            }
        }

        assertThat(inserted).isEqualTo(1);
        assertThat(rows.count("status = 'PENDING'")).isEqualTo(1);
        assertThat(partitions()).hasSize(3);
    }

    @Test
    void aTableThatSomebodyWorksWithIsLeftForTheNextTime() throws SQLException {
        rows.insert(1, "topic = 't'");
        try (Connection relay = rows.database.connect();
                Statement statement = relay.createStatement()) {
            relay.setAutoCommit(false);
            statement.execute("SELECT 1 FROM outbox_event_rotated FOR UPDATE");

            assertThat(rotate()).isEqualTo(Next.BACK_OFF);
            // Nobody waits any longer behind the one that waited.
            rows.insert(1, "topic = 'next'");
        }
        await().until(() -> rotate() == Next.PAUSE);
        assertThat(partitions()).hasSize(2);
    }

    @Test
    void whatSomebodyElseMadeIsNotDropped() throws SQLException {
        rows.database.execute("CREATE TABLE mine PARTITION OF outbox_event_rotated FOR VALUES FROM ('%s') TO ('%s')"
                .formatted(old(30).start(), old(30).end()));

        rotate();

        assertThat(rows.database.query("SELECT to_regclass('mine')")).containsExactly("mine");
    }

    @Test
    void rowsThatCameBeforeTheirPartitionMoveIntoItAsTheyAre() throws SQLException {
        for (String state : OutboxRows.STATES) {
            rows.insertOld(2, state, "0 s");
        }
        List<String> before = rows.snapshot();
        assertThat(tables()).containsExactly(Partitions.REST);

        rotate();

        assertThat(rows.snapshot()).isEqualTo(before);
        assertThat(tables()).containsExactly(partitions().getFirst().name());
    }

    @Test
    void aPeriodWithTooManyRowsToMoveGetsNoPartitionUntilTheyAreFewer() throws SQLException {
        rows.insertOld(BATCH_SIZE + 1, "PUBLISHED", "0 s");
        Period today = Period.of(Instant.now(), DAY);

        assertThat(rotate()).isEqualTo(Next.PAUSE);
        assertThat(partitions()).extracting(Partition::period).containsExactly(today.next());

        rows.database.execute(
                "DELETE FROM outbox_event_rotated WHERE id IN (SELECT id FROM outbox_event_rotated LIMIT 1)");
        rotate();
        assertThat(partitions()).extracting(Partition::period).containsExactly(today, today.next());
        assertThat(rows.count("true")).isEqualTo(BATCH_SIZE);
    }

    @Test
    void ofTheRowsThatCameTooEarlyForAPartitionThePublishedOnesAreRemovedByAge() throws SQLException {
        for (String state : OutboxRows.STATES) {
            rows.insertOld(2, state, "9 days");
        }
        rotate();
        Removal removal = new Removal(rows.pool, Partitions.REST, settings(DAY), counters);

        removal.run(Trigger.PAUSE_OVER);

        assertThat(rows.each("DISTINCT ON (position) status"))
                .hasSize(8)
                .doesNotContain("PUBLISHED")
                .contains("PENDING", "IN_FLIGHT", "FAILED", "DEAD");
        assertThat(counters.get(Counter.REMOVED)).isEqualTo(2);
    }

    private static void insertOldRow(Connection application) throws SQLException {
        application.setAutoCommit(false);
        try (Statement statement = application.createStatement()) {
            statement.execute("INSERT INTO outbox_event_rotated (id, aggregate_type, aggregate_id, event_type, topic,"
                    + " payload, created_at) VALUES (gen_random_uuid(), 'a', 'k', 'e', 't', 'p', '%s')"
                            .formatted(old(9).start()));
        }
    }

    private boolean waitsForTheLock() throws SQLException {
        return rows.database.number("SELECT count(*) FROM pg_locks WHERE NOT granted AND mode = 'AccessExclusiveLock'"
                        + " AND relation = 'outbox_event_rotated'::regclass")
                > 0;
    }

    private Next rotate() throws SQLException {
        return rotation.run(Trigger.PAUSE_OVER);
    }

    private Rotation rotation(Duration period) {
        return new Rotation(rows.pool, settings(period), counters);
    }

    private static PollingOutboxSettings.Removal settings(Duration period) {
        return new PollingOutboxSettings.Removal(RETENTION, Duration.ofMinutes(1), BATCH_SIZE, period);
    }

    /// The day so many days ago.
    private static Period old(int days) {
        return Period.of(Instant.now().minus(Duration.ofDays(days)), DAY);
    }

    private void make(Period period) throws SQLException {
        try (Connection connection = rows.pool.getConnection()) {
            new Partitions(connection).create(period);
            connection.commit();
        }
    }

    private List<Partition> partitions() throws SQLException {
        try (Connection connection = rows.pool.getConnection()) {
            return new Partitions(connection).list();
        }
    }

    /// Which partitions the rows are in.
    private List<String> tables() throws SQLException {
        return rows.database.query("SELECT DISTINCT tableoid::regclass::text FROM outbox_event_rotated");
    }
}

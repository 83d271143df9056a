package dev.relaybench.relay.polling;

import static org.assertj.core.api.Assertions.assertThat;

import dev.relaybench.relay.message.PublishResult;
import dev.relaybench.relay.message.PublishResult.Acked;
import dev.relaybench.relay.message.PublishResult.Refused;
import dev.relaybench.relay.message.PublishResult.Unavailable;
import dev.relaybench.relay.polling.Bed.Switches;
import dev.relaybench.relay.polling.Claims.Claim;
import dev.relaybench.relay.polling.Settlement.Retry;
import dev.relaybench.relay.settings.EventSettings.Table;
import dev.relaybench.relay.settings.PollingOutboxSettings.ClaimStrategy;
import dev.relaybench.relay.settings.PollingOutboxSettings.Order;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.UUID;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// Whatever relays do, and in whatever turn: no tail is claimed or published before each row ahead of it is finished,
/// and at most one row of an aggregate is held by somebody who may publish it.
class HeadGateIT {
    private static final int SEEDS = Integer.getInteger("relaybench.seeds", 12);
    private static final int STEPS = 80;
    private static final int AGGREGATES = 4;

    @ParameterizedTest
    @EnumSource(names = {"OUTBOX_EVENT", "OUTBOX_EVENT_ROTATED"})
    void noTailOvertakesItsHead(Table table) throws SQLException {
        try (Bed bed = new Bed(new Switches(ClaimStrategy.LEASE, Order.AGGREGATE, table));
                Connection observer = bed.database.connect()) {
            for (long seed = 0; seed < SEEDS; seed++) {
                bed.database.execute("TRUNCATE " + table.tableName());
                new Course(bed, observer, seed).run();
            }
        }
    }

    /// One relay: by lease or by row lock, with or without a claim.
    private static final class Actor {
        private final String name;
        private final Claims claims;
        private Optional<Claim> claim = Optional.empty();
        private final boolean lease;
        /// Its lease has run out: it may still try to mark, and its own clock keeps it from publishing.
        private boolean expired;
        private boolean published;

        Actor(String name, Claims claims, boolean lease) {
            this.name = name;
            this.claims = claims;
            this.lease = lease;
        }

        boolean holds(UUID id) {
            return claim.isPresent()
                    && !expired
                    && claim.get().rows().stream().anyMatch(row -> row.id().equals(id));
        }
    }

    /// One seeded sequence of steps.
    private static final class Course {
        private final Bed bed;
        private final Connection observer;
        private final long seed;
        private final Random random;
        private final Retry retry;
        private final List<Actor> actors = new ArrayList<>();
        private final Map<String, List<Long>> published = new HashMap<>();
        private final List<String> log = new ArrayList<>();

        Course(Bed bed, Connection observer, long seed) {
            this.bed = bed;
            this.observer = observer;
            this.seed = seed;
            this.random = new Random(seed);
            this.retry = new Retry(2, new Backoff(Duration.ofMinutes(1), Duration.ofMinutes(1), 0), random);
            Table table = bed.switches.table();
            for (int i = 0; i < 2; i++) {
                LeaseClaims.Terms terms = new LeaseClaims.Terms("lease-" + i, Duration.ofMinutes(5));
                actors.add(new Actor(terms.owner(), new LeaseClaims(bed.pool, table, Order.AGGREGATE, terms), true));
                actors.add(new Actor(
                        "lock-" + i,
                        new RowLockClaims(bed.pool, table, Order.AGGREGATE, Duration.ofMinutes(5)),
                        false));
            }
        }

        void run() throws SQLException {
            try {
                for (int step = 0; step < STEPS; step++) {
                    step();
                }
            } finally {
                for (Actor actor : actors) {
                    crash(actor);
                }
            }
            finish();
        }

        private void step() throws SQLException {
            Actor actor = actors.get(random.nextInt(actors.size()));
            switch (random.nextInt(12)) {
                case 0, 1 -> bed.append("a" + random.nextInt(AGGREGATES), "a" + random.nextInt(AGGREGATES));
                case 2, 3, 4, 5 -> claim(actor);
                case 6, 7 -> publish(actor);
                case 8, 9 -> settle(actor);
                case 10 -> bed.passTime();
                default -> {
                    if (random.nextBoolean()) {
                        crash(actor);
                    } else {
                        reap();
                    }
                }
            }
        }

        private void claim(Actor actor) throws SQLException {
            if (actor.claim.isPresent()) {
                return;
            }
            Claim claim = actor.claims.claim(1 + random.nextInt(AGGREGATES));
            Set<String> aggregates = new HashSet<>();
            for (ClaimedRow row : claim.rows()) {
                note(actor, "claims", row);
                assertThat(actors).as("holders: %s", this).noneMatch(other -> other.holds(row.id()));
                assertThat(aggregates.add(row.message().aggregateId()))
                        .as("two of one aggregate: %s", this)
                        .isTrue();
                assertNothingUnfinishedBefore(row);
            }
            actor.claim = Optional.of(claim);
            actor.expired = false;
            actor.published = false;
        }

        private void publish(Actor actor) throws SQLException {
            if (actor.claim.isEmpty() || actor.expired || actor.published) {
                return;
            }
            actor.published = true;
            for (ClaimedRow row : actor.claim.get().rows()) {
                note(actor, "publishes", row);
                assertNothingUnfinishedBefore(row);
                List<Long> before = published.computeIfAbsent(row.message().aggregateId(), id -> new ArrayList<>());
                assertThat(before).as("sent before: %s", this).allMatch(position -> position <= row.position());
                before.add(row.position());
            }
        }

        private void settle(Actor actor) throws SQLException {
            if (actor.claim.isEmpty() || !actor.published) {
                return;
            }
            try (Claim claim = actor.claim.get()) {
                actor.claim = Optional.empty();
                List<PublishResult> results =
                        claim.rows().stream().map(row -> result()).toList();
                log.add(actor.name + " settles " + results);
                Marked marked = claim.settle(Settlement.of(claim.rows(), results, retry));
                assertThat(marked.fencedPublished() + marked.fencedOther())
                        .as("fenced: %s", this)
                        .isEqualTo(actor.expired ? claim.rows().size() : 0);
            }
        }

        private PublishResult result() {
            return switch (random.nextInt(4)) {
                case 0 -> new Refused("no");
                case 1 -> new Unavailable("gone");
                default -> new Acked(0, 0);
            };
        }

        /// A row lock dies with its connection; a lease does not end by itself.
        private void crash(Actor actor) {
            if (actor.claim.isPresent()) {
                log.add(actor.name + " crashes");
                if (!actor.lease) {
                    actor.claim.get().close();
                }
                actor.claim = Optional.empty();
            }
        }

        private void reap() throws SQLException {
            log.add("all leases run out");
            bed.reap();
            for (Actor actor : actors) {
                actor.expired |= actor.lease;
            }
        }

        private void finish() throws SQLException {
            bed.reap();
            Actor last = actors.getFirst();
            for (int round = 0; round < 1_000; round++) {
                bed.passTime();
                claim(last);
                boolean empty = last.claim.orElseThrow().rows().isEmpty();
                publish(last);
                settle(last);
                if (empty) {
                    break;
                }
            }
            assertThat(bed.statuses())
                    .as("in the end: %s", this)
                    .allMatch(status -> status == RowStatus.PUBLISHED || status == RowStatus.DEAD);
        }

        private void assertNothingUnfinishedBefore(ClaimedRow row) throws SQLException {
            String sql = "SELECT count(*) FROM %s WHERE aggregate_id = ? AND position < ? AND %s"
                    .formatted(bed.switches.name(), RowStatus.in(RowStatus.UNFINISHED));
            try (PreparedStatement count = observer.prepareStatement(sql)) {
                count.setString(1, row.message().aggregateId());
                count.setLong(2, row.position());
                try (ResultSet rows = count.executeQuery()) {
                    rows.next();
                    assertThat(rows.getInt(1))
                            .as("unfinished before %d: %s", row.position(), this)
                            .isZero();
                }
            }
        }

        private void note(Actor actor, String what, ClaimedRow row) {
            log.add("%s %s %s/%d".formatted(actor.name, what, row.message().aggregateId(), row.position()));
        }

        @Override
        public String toString() {
            return "seed " + seed + ", steps: " + String.join("; ", log);
        }
    }
}

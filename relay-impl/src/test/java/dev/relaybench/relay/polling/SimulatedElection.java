package dev.relaybench.relay.polling;

import dev.relaybench.relay.loop.Trigger;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.Random;
import java.util.stream.IntStream;

/// Three relays and a table in a time of their own. Requests and answers are late or lost, relays freeze between and in
/// the middle of everything, and their clocks do not run at the same pace. All by a seed.
final class SimulatedElection {
    private static final Duration LEASE = Duration.ofSeconds(1);
    private static final Duration TICK = Duration.ofMillis(300);
    private static final long STEP_NANOS = Duration.ofMillis(10).toNanos();

    private final Random random;
    private final List<Relay> relays;
    private final List<String> violations = new ArrayList<>();
    private final Place place = new Place();
    private long nowNanos;
    private int changes;
    private int renewals;

    SimulatedElection(long seed) {
        random = new Random(seed);
        relays = IntStream.range(0, 3).mapToObj(Relay::new).toList();
    }

    /// Lets the world go on for this long, or longer.
    void pass(Duration time) {
        long endNanos = nowNanos + time.toNanos();
        while (nowNanos < endNanos) {
            nowNanos += Math.min(STEP_NANOS, endNanos - nowNanos);
            long leaders = relays.stream().filter(Relay::leads).count();
            if (leaders > 1) {
                violations.add("%d leaders at %d ms".formatted(leaders, nowNanos / 1_000_000));
            }
            relays.forEach(Relay::tickIfDue);
        }
    }

    /// When there was more than one leader.
    List<String> violations() {
        return violations;
    }

    /// How often the place got another owner.
    int changes() {
        return changes;
    }

    /// How often a leader renewed its lease in time.
    int renewals() {
        return renewals;
    }

    /// Mostly short; now and then as long as several leases.
    private Duration delay() {
        return Duration.ofMillis(random.nextInt(20) == 0 ? random.nextInt(4_000) : random.nextInt(20));
    }

    private boolean lost() {
        return random.nextInt(20) == 0;
    }

    /// What the database knows, by its own clock.
    private final class Place implements LeaderTable {
        private String holder = "";
        private long generation;
        private long leaseUntilNanos = -1;

        @Override
        public OptionalLong renew(String owner, Duration lease) throws SQLException {
            pass(delay());
            if (lost()) {
                throw new SQLException("the request was lost");
            }
            OptionalLong answer = decide(owner, lease);
            pass(delay());
            if (lost()) {
                throw new SQLException("the answer was lost");
            }
            return answer;
        }

        private OptionalLong decide(String owner, Duration lease) {
            if (!holder.equals(owner)) {
                if (nowNanos <= leaseUntilNanos) {
                    return OptionalLong.empty();
                }
                relays.stream()
                        .filter(Relay::leads)
                        .forEach(relay -> violations.add("taken over from a leader at " + nowNanos / 1_000_000));
                holder = owner;
                generation++;
                changes++;
            } else if (nowNanos <= leaseUntilNanos) {
                renewals++;
            }
            leaseUntilNanos = nowNanos + lease.toNanos();
            return OptionalLong.of(generation);
        }

        @Override
        public void giveUp(String owner) {
            throw new IllegalStateException("nobody stops in this world");
        }
    }

    private final class Relay {
        private final LeaderElection election;
        private final double pace = 0.95 + random.nextDouble() / 10;
        private final long offsetNanos = random.nextLong();
        private boolean busy;
        private long tickNanos;

        Relay(int number) {
            election =
                    new LeaderElection(place, "relay-" + number, LEASE, () -> offsetNanos + (long) (nowNanos * pace));
        }

        boolean leads() {
            return election.isLeader();
        }

        void tickIfDue() {
            if (busy || tickNanos > nowNanos) {
                return;
            }
            busy = true;
            try {
                election.run(Trigger.PAUSE_OVER);
            } catch (SQLException failure) {
                // The loop would log it; the next tick comes in its time.
            }
            busy = false;
            tickNanos = nowNanos + TICK.plus(delay()).toNanos();
        }
    }
}

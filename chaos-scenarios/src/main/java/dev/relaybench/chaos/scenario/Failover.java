package dev.relaybench.chaos.scenario;

import static dev.relaybench.harness.expect.Origin.COMMIT;

import dev.relaybench.harness.Plan;
import dev.relaybench.harness.expect.Bound;
import dev.relaybench.harness.expect.Timings;
import java.time.Duration;

/// What the scenarios that end brokers have in common: how long a row may wait for another leader, and how many sends
/// may be given up meanwhile with an unknown outcome.
final class Failover {
    private static final Duration DELIVERY = Timings.DEFAULTS.deliveryTimeout();

    /// Brokers start on the host of the relay while rows are timed, and take its cores for seconds.
    private static final Duration SCALED_MIN = Duration.ofSeconds(1);

    /// By how much requests are late while a broker goes, so that some are on their way to it.
    static final Duration REQUEST_DELAY = Duration.ofMillis(150);

    private Failover() {}

    /// A leader that hands over in good order. A row is on its topic after
    ///
    /// - one fetch backoff of a follower, which asks the new leader before that knows of its office;
    /// - one reconnect backoff: the producer asks who leads when an attempt to reach the old leader fails;
    /// - one retry backoff, if the answer to that still names the old one;
    /// - one outbox poll, for a row that the fast path has dropped meanwhile;
    /// - and two requests that the fault holds back: the one that the relay's worker is busy with, and the row's own.
    static Bound handOver(Timings timings) {
        return Bound.of("hand-over + 1 outbox poll", COMMIT, "outbox poll", timings.outboxPoll())
                .plus("reconnect backoff", timings.reconnectBackoffMax())
                .plus("retry backoff", timings.reconnectBackoffMax())
                .plusFixed("late requests", REQUEST_DELAY.multipliedBy(2))
                .plusFixed("replica fetch backoff", timings.cluster().replicaFetchBackoff())
                .notScaledBelow(SCALED_MIN);
    }

    /// A leader that dies. All that it led, and all that waits for its acknowledgement as a follower, waits until its
    /// session has run out and the controller has looked; then as after a hand-over.
    static Bound death(Timings timings) {
        Bound after = handOver(timings);
        return after.reworded("failover + " + after.formula())
                .plusFixed("broker session timeout", timings.cluster().brokerSession())
                .plusFixed("controller's look", timings.cluster().controllerLook());
    }

    /// The producer's delivery timeout stays as it is whatever the time scale: it is weighed against the times of the
    /// cluster, which do not scale. With the real constants no send is given up while another leader is found.
    static Plan.Builder unscaledDelivery(Plan.Builder plan) {
        return plan.relaySetting("relay.kafka.delivery-timeout-ms", DELIVERY.toMillis());
    }

    /// How often a send is given up while a row waits for as long as {@link #death} allows it to wait for the cluster.
    /// Not at all, unless the brokers' session is about as long as {@link #unscaledDelivery the delivery timeout}. Each
    /// time it may have reached the leader, which only lacked the dead one's acknowledgement.
    static long sendsGivenUp(Timings timings) {
        Duration wait = death(timings).configured().minus(timings.outboxPoll());
        return DELIVERY.compareTo(wait) > 0 ? 0 : Math.ceilDiv(wait.toMillis(), DELIVERY.toMillis());
    }
}

package dev.relaybench.chaos.scenario;

import static dev.relaybench.harness.expect.Origin.COMMIT;

import dev.relaybench.harness.expect.Bound;
import dev.relaybench.harness.expect.Timings;

/// What the scenarios that end brokers have in common: how long a row may wait for another leader, and how many sends
/// may be given up meanwhile with an unknown outcome.
final class Failover {
    private Failover() {}

    /// A leader that hands over in good order. The row's last copy is on its topic after
    ///
    /// - one fetch backoff of a follower, which asks the new leader before that knows of its office;
    /// - one reconnect backoff: the producer asks who leads when the old leader refuses or an attempt to reach it
    /// fails;
    /// - one retry backoff, if the answer to that still names the old one;
    /// - one outbox poll, for a row that the fast path has dropped meanwhile.
    static Bound handOver(Timings timings) {
        return Bound.of(
                        "replica fetch backoff + reconnect backoff + retry backoff + 1 outbox poll",
                        COMMIT,
                        "outbox poll",
                        timings.outboxPoll())
                .plus("reconnect backoff", timings.reconnectBackoffMax())
                .plus("retry backoff", timings.reconnectBackoffMax())
                .plusFixed("replica fetch backoff", timings.cluster().replicaFetchBackoff());
    }

    /// A leader that dies. All that it led, and all that waits for its acknowledgement as a follower, waits until its
    /// session has run out and the controller has looked; then as after a hand-over.
    static Bound death(Timings timings) {
        Bound after = handOver(timings);
        return new Bound(
                        "broker session timeout + controller's look + " + after.formula(),
                        after.origin(),
                        after.terms(),
                        after.fixed(),
                        after.includesBoot())
                .plusFixed("broker session timeout", timings.cluster().brokerSession())
                .plusFixed("controller's look", timings.cluster().controllerLook());
    }

    /// How often a send is given up while a dead broker is waited for: not at all where the delivery timeout is longer.
    /// Each time it may have reached the leader, which only lacked the dead one's acknowledgement.
    static long sendsGivenUp(Timings timings) {
        long failoverMillis = timings.cluster().failover().toMillis();
        long deliveryMillis = timings.deliveryTimeout().toMillis();
        return deliveryMillis > failoverMillis ? 0 : Math.ceilDiv(failoverMillis, deliveryMillis);
    }
}

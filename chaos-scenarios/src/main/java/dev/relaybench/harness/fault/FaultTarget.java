package dev.relaybench.harness.fault;

import eu.rekawek.toxiproxy.Proxy;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/// What a fault can lay hands on in a run.
public interface FaultTarget {
    /// Kills the relay's process with SIGKILL and returns once it is gone.
    ///
    /// @return its process id
    long killRelay();

    /// Starts a new process of the relay and returns once it accepts requests.
    ///
    /// @return the time from its start until then
    Duration startRelay();

    /// Sends so many business requests beside the steady load, as fast as the relay answers them.
    ///
    /// @param answersAwaited returns after so many answers; the others go on
    Burst burst(int rows, int answersAwaited);

    /// The links between the relay and the brokers, one for each.
    List<Proxy> brokerLinks();

    /// Times of one request to each broker through its link, in the order of the links; empty where there was no answer
    /// within the limit.
    List<Optional<Duration>> probeBrokerLinks(Duration limit);

    /// The brokers as processes and as a cluster; only for faults that need {@link Capability#BROKER_PROCESS}.
    Brokers brokers();

    /// Rows that are known to be committed and have not been seen on a topic.
    int unseenRows();

    /// Waits until there are so many of them, which are on their way then.
    ///
    /// @return whether there were within the limit
    boolean awaitUnseenRows(int rows, Duration limit);

    /// What a burst got.
    ///
    /// @param sent requests sent
    /// @param committed those known to be committed when it returned
    /// @param rejected of these, the ones whose job the relay's fast path rejected
    record Burst(int sent, int committed, int rejected) {}
}

package dev.relaybench.harness.fault;

import dev.relaybench.harness.testbed.Capability;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Set;

/// The relay's process is killed with SIGKILL while a burst of rows is on its way through it and the broker is slow to
/// answer; healing starts a new process, with a broker that is fast again.
///
/// @param burstRows requests in the burst
/// @param answersBeforeKill how many of them have been answered when it dies, so that rows are committed and not yet
/// published
/// @param ackDelay by how much the broker's answers are late until then; it keeps sends unacknowledged and the channel
/// full
public record RelayKill(int burstRows, int answersBeforeKill, Duration ackDelay) implements Fault {
    @Override
    public String name() {
        return "relay-kill";
    }

    @Override
    public Set<Capability> needs() {
        return SlowLinks.NEEDS;
    }

    @Override
    public Injection inject(FaultTarget target) throws Exception {
        long pid = SlowLinks.whileAnswersAreLate(target, ackDelay, () -> {
            target.burst(burstRows, answersBeforeKill);
            return target.killRelay();
        });
        boolean gone = ProcessHandle.of(pid).filter(ProcessHandle::isAlive).isEmpty();
        int unseen = target.unseenRows();
        var evidence = Map.of(
                "killed process", Long.toString(pid),
                "process gone", Boolean.toString(gone),
                "committed and not yet published", Integer.toString(unseen));
        return Injections.until(gone && unseen > 0, evidence, () -> {
            Duration boot = target.startRelay();
            return new Injection.Healing(Instant.now(), true, Map.of("start to ready", boot.toMillis() + " ms"));
        });
    }
}

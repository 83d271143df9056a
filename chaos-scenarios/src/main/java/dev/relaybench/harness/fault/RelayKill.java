package dev.relaybench.harness.fault;

import java.time.Duration;
import java.time.Instant;
import java.util.Map;

/// The relay's process is killed with SIGKILL while a burst of rows is on its way through it; healing starts a new
/// process.
///
/// @param burstRows requests in the burst
/// @param answersBeforeKill how many of them have been answered when it dies, so that rows are committed and not yet
/// published
public record RelayKill(int burstRows, int answersBeforeKill) implements Fault {
    @Override
    public String name() {
        return "relay-kill";
    }

    @Override
    public Injection inject(FaultTarget target) {
        target.burst(burstRows, answersBeforeKill);
        long pid = target.killRelay();
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

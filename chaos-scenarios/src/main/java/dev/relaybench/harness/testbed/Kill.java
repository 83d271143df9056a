package dev.relaybench.harness.testbed;

import java.util.ArrayList;
import java.util.List;

/// Sends signals. The shell's own `kill` is there on every system; `/bin/kill` is not.
final class Kill {
    private Kill() {}

    /// Sends the signal to each process in turn; one that has ended is passed over.
    static void send(Signal signal, List<Long> pids) {
        List<Long> living =
                pids.stream().filter(pid -> !ProcessTable.isGone(pid)).toList();
        if (living.isEmpty()) {
            return;
        }
        List<String> command = new ArrayList<>(
                List.of("/bin/sh", "-c", "for pid; do kill -s " + signal + " \"$pid\" 2>/dev/null; done; :", "kill"));
        living.forEach(pid -> command.add(Long.toString(pid)));
        Command.run(command);
    }
}

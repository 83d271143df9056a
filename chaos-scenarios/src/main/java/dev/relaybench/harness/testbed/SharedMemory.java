package dev.relaybench.harness.testbed;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/// The System V segment by which PostgreSQL guards its data directory. A server killed by `KILL` leaves it behind.
final class SharedMemory {
    private static final int SEGMENT_LINE = 6;

    private SharedMemory() {}

    /// Releases the segment that a dead server's `postmaster.pid` names; does nothing if there is no such file.
    static void release(Path postmasterPid) {
        try {
            List<String> lines = Files.exists(postmasterPid) ? Files.readAllLines(postmasterPid) : List.of();
            if (lines.size() > SEGMENT_LINE) {
                String keyAndId = lines.get(SEGMENT_LINE).strip();
                Command.run("ipcrm", "-m", keyAndId.substring(keyAndId.lastIndexOf(' ') + 1));
            }
        } catch (IOException e) {
            throw new TestbedException("%s cannot be read (%s): delete it by hand.".formatted(postmasterPid, e), e);
        }
    }
}

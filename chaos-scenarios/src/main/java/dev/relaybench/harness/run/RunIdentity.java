package dev.relaybench.harness.run;

import java.time.Instant;
import java.util.HexFormat;
import java.util.SplittableRandom;

/// Which run it is.
///
/// @param zero its start, from which all its times count
record RunIdentity(String scenario, long seed, Instant zero) {
    /// What the names of all databases, topics and proxies begin with that relaybench makes on a server.
    private static final String PREFIX = "relaybench_";

    /// A name for what the run creates: its database and its topic. Two runs of one scenario may share a testbed.
    String ownName() {
        long drawn = new SplittableRandom(zero.toEpochMilli() ^ seed).nextLong();
        return PREFIX + HexFormat.of().toHexDigits(drawn);
    }
}

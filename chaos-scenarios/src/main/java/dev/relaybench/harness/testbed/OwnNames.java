package dev.relaybench.harness.testbed;

import java.util.Collection;
import java.util.HexFormat;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;

/// The names of what relaybench makes on servers that belong to somebody.
final class OwnNames {
    /// Begins the name of every database, topic and proxy.
    static final String PREFIX = "relaybench_";

    private OwnNames() {}

    /// A name that nothing has yet.
    static String probe() {
        return PREFIX + "probe_"
                + HexFormat.of().toHexDigits(ThreadLocalRandom.current().nextLong());
    }

    /// @throws TestbedException if the name does not begin with the prefix
    static void require(String what, String name) {
        if (!name.startsWith(PREFIX)) {
            throw new TestbedException("The " + what + " " + name + " is not made on a server that belongs to somebody:"
                    + " its name must begin with " + PREFIX + ".");
        }
    }

    static List<String> among(Collection<String> names) {
        return names.stream().filter(name -> name.startsWith(PREFIX)).sorted().toList();
    }
}

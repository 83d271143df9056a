package dev.relaybench.harness.testbed;

import java.util.function.Supplier;

/// Starts servers in spite of programs that take a leased port in the moment before the server does.
final class Ports {
    private static final int ATTEMPTS = 5;
    private static final String TAKEN = "Address already in use";

    private Ports() {}

    /// Calls `start`, which leases its ports anew each time, until no port is in the way; a few times at most.
    static <T> T retrying(Supplier<T> start) {
        for (int attempt = 1; ; attempt++) {
            try {
                return start.get();
            } catch (TestbedException e) {
                if (attempt == ATTEMPTS || !isTaken(e)) {
                    throw e;
                }
            }
        }
    }

    private static boolean isTaken(TestbedException failure) {
        return String.valueOf(failure.getMessage()).contains(TAKEN);
    }

    /// Why a child that died at its start did so: a port that is taken hides behind later lines.
    static TestbedException explain(ChildProcess child, TestbedException failure) {
        return child.lines().stream()
                .filter(line -> line.contains(TAKEN))
                .findFirst()
                .map(line -> new TestbedException(
                        child.name() + " finds its port taken (" + line + "): end what listens there.", failure))
                .orElse(failure);
    }
}

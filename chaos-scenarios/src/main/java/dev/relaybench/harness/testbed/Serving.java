package dev.relaybench.harness.testbed;

import java.time.Duration;
import java.util.function.BooleanSupplier;
import org.testcontainers.containers.ContainerLaunchException;
import org.testcontainers.containers.wait.strategy.WaitStrategy;
import org.testcontainers.containers.wait.strategy.WaitStrategyTarget;

/// Waits until a server in a container answers its clients. In place of the modules' own measures, lines in logs, which
/// go on waiting for a container that has ended and say nothing of a second start.
///
/// @param answers whether the server answers
record Serving(BooleanSupplier answers) implements WaitStrategy {
    private static final Duration LIMIT = Duration.ofMinutes(2);
    private static final Duration STEP = Duration.ofMillis(50);

    /// @param running whether the container is still there
    /// @throws ContainerLaunchException if it is not, or not in time
    void await(BooleanSupplier running) {
        boolean over = Poll.until(() -> answers.getAsBoolean() || !running.getAsBoolean(), LIMIT, STEP);
        if (!running.getAsBoolean()) {
            throw new ContainerLaunchException("it has ended");
        }
        if (!over) {
            throw new ContainerLaunchException("it did not answer within " + LIMIT.toSeconds() + " s");
        }
    }

    @Override
    public void waitUntilReady(WaitStrategyTarget target) {
        await(target::isRunning);
    }

    @Override
    public WaitStrategy withStartupTimeout(Duration limit) {
        throw new UnsupportedOperationException("The limit is always " + LIMIT);
    }
}

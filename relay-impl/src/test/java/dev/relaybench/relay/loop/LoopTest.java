package dev.relaybench.relay.loop;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.relaybench.relay.metrics.Counter;
import dev.relaybench.relay.metrics.RelayCounters;
import java.sql.SQLException;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class LoopTest {
    private static final Duration LONG = Duration.ofHours(1);
    private static final Duration DEADLINE = Duration.ofSeconds(10);

    private final RelayCounters counters = new RelayCounters();
    private final AtomicInteger cycles = new AtomicInteger();
    private Loop loop = new Loop(spec(LONG, () -> false), counters);

    @AfterEach
    void stop() {
        loop.stop();
    }

    @Test
    void runsTheFirstCycleAtOnce() {
        start(LONG, () -> {
            cycles.incrementAndGet();
            return false;
        });

        await().until(() -> cycles.get() == 1);
    }

    @Test
    void goesOnAfterExceptionsAndErrors() {
        start(Duration.ofMillis(1), () -> {
            return switch (cycles.incrementAndGet()) {
                case 1 -> throw new SQLException("gone");
                case 2 -> throw new IllegalStateException("broken");
                case 3 -> throw new StackOverflowError();
                default -> false;
            };
        });

        await().until(() -> cycles.get() >= 5);
        assertThat(counters.get(Counter.LOOP_FAILURES)).isEqualTo(3);
        assertThat(loop.isLive()).isTrue();
    }

    @Test
    void doesNotSpinWhenEachCycleFails() {
        long startNanos = System.nanoTime();
        start(Duration.ZERO, () -> {
            cycles.incrementAndGet();
            throw new IllegalStateException("broken");
        });

        await().until(() -> cycles.get() >= 4);
        assertThat(Duration.ofNanos(System.nanoTime() - startNanos)).isGreaterThanOrEqualTo(Duration.ofMillis(300));
    }

    @Test
    void goesOnWithoutDelayWhileThereIsMoreToDo() {
        start(LONG, () -> cycles.incrementAndGet() < 3);

        await().until(() -> cycles.get() == 3);
    }

    @Test
    void stopEndsTheDelay() throws InterruptedException {
        start(LONG, () -> {
            cycles.incrementAndGet();
            return false;
        });
        await().until(() -> cycles.get() == 1);

        loop.stop();

        assertThat(loop.awaitEnd(DEADLINE)).isTrue();
        assertThat(loop.isLive()).isFalse();
    }

    @Test
    void stopEndsALoopThatAlwaysHasMoreToDo() throws InterruptedException {
        start(LONG, () -> cycles.incrementAndGet() > 0);
        await().until(() -> cycles.get() >= 1);

        loop.stop();

        assertThat(loop.awaitEnd(DEADLINE)).isTrue();
    }

    @Test
    void finishWaitsForTheWorkThatIsLeft() throws InterruptedException {
        CountDownLatch finishing = new CountDownLatch(1);
        start(Duration.ZERO, () -> {
            finishing.await();
            return cycles.incrementAndGet() < 5;
        });

        loop.finish();
        finishing.countDown();

        assertThat(loop.awaitEnd(DEADLINE)).isTrue();
        assertThat(cycles).hasValue(5);
    }

    @Test
    void aSabotagedErrorPolicyEndsTheLoop() throws InterruptedException {
        loop =
                new Loop(
                        spec(Duration.ofMillis(1), () -> {
                            throw new IllegalStateException("broken");
                        }),
                        counters) {
                    @Override
                    protected boolean goesOnAfter(Throwable failure) {
                        return false;
                    }
                };
        loop.start();

        assertThat(loop.awaitEnd(DEADLINE)).isTrue();
        assertThat(counters.get(Counter.LOOP_FAILURES)).isEqualTo(1);
    }

    private void start(Duration delay, Cycle cycle) {
        loop = new Loop(spec(delay, cycle), counters);
        loop.start();
    }

    private static LoopSpec spec(Duration delay, Cycle cycle) {
        return new LoopSpec("test", delay, Duration.ofSeconds(1), cycle);
    }
}

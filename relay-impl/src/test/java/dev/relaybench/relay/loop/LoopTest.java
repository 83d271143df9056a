package dev.relaybench.relay.loop;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.relaybench.relay.metrics.Counter;
import dev.relaybench.relay.metrics.RelayCounters;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class LoopTest {
    private static final Duration LONG = Duration.ofHours(1);
    private static final Duration DEADLINE = Duration.ofSeconds(10);

    private final RelayCounters counters = new RelayCounters();
    private final AtomicInteger cycles = new AtomicInteger();
    private Loop loop = new Loop(spec(LONG, trigger -> Next.PAUSE), counters);

    @AfterEach
    void stop() {
        loop.stop();
    }

    @Test
    void runsTheFirstCycleAtOnce() {
        start(LONG, trigger -> {
            cycles.incrementAndGet();
            return Next.PAUSE;
        });

        await().until(() -> cycles.get() == 1);
    }

    @Test
    void goesOnAfterExceptionsAndErrors() {
        start(Duration.ofMillis(1), trigger -> {
            return switch (cycles.incrementAndGet()) {
                case 1 -> throw new SQLException("gone");
                case 2 -> throw new IllegalStateException("broken");
                case 3 -> throw new StackOverflowError();
                default -> Next.PAUSE;
            };
        });

        await().until(() -> cycles.get() >= 5);
        assertThat(counters.get(Counter.LOOP_FAILURES)).isEqualTo(3);
        assertThat(loop.isLive()).isTrue();
    }

    @Test
    void doesNotSpinWhenEachCycleFails() {
        long startNanos = System.nanoTime();
        start(Duration.ZERO, trigger -> {
            cycles.incrementAndGet();
            throw new IllegalStateException("broken");
        });

        await().until(() -> cycles.get() >= 4);
        assertThat(Duration.ofNanos(System.nanoTime() - startNanos)).isGreaterThanOrEqualTo(Duration.ofMillis(300));
    }

    @Test
    void goesOnWithoutDelayWhileThereIsMoreToDo() {
        start(LONG, trigger -> cycles.incrementAndGet() < 3 ? Next.AT_ONCE : Next.PAUSE);

        await().until(() -> cycles.get() == 3);
    }

    @Test
    void stopEndsTheDelay() throws InterruptedException {
        start(LONG, trigger -> {
            cycles.incrementAndGet();
            return Next.PAUSE;
        });
        await().until(() -> cycles.get() == 1);

        loop.stop();

        assertThat(loop.awaitEnd(DEADLINE)).isTrue();
        assertThat(loop.isLive()).isFalse();
    }

    @Test
    void stopEndsALoopThatAlwaysHasMoreToDo() throws InterruptedException {
        start(LONG, trigger -> cycles.incrementAndGet() > 0 ? Next.AT_ONCE : Next.PAUSE);
        await().until(() -> cycles.get() >= 1);

        loop.stop();

        assertThat(loop.awaitEnd(DEADLINE)).isTrue();
    }

    @Test
    void finishWaitsForTheWorkThatIsLeft() throws InterruptedException {
        CountDownLatch finishing = new CountDownLatch(1);
        start(Duration.ZERO, trigger -> {
            finishing.await();
            return cycles.incrementAndGet() < 5 ? Next.AT_ONCE : Next.PAUSE;
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
                        spec(Duration.ofMillis(1), trigger -> {
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

    @Test
    void aWakeEndsThePause() {
        List<Trigger> triggers = new CopyOnWriteArrayList<>();
        start(LONG, trigger -> {
            triggers.add(trigger);
            return Next.PAUSE;
        });
        await().until(() -> triggers.size() == 1);

        loop.wake();

        await().until(() -> triggers.equals(List.of(Trigger.PAUSE_OVER, Trigger.WAKE)));
    }

    @Test
    void aWakeDuringACycleIsNotLost() {
        CountDownLatch running = new CountDownLatch(1);
        CountDownLatch woken = new CountDownLatch(1);
        start(LONG, trigger -> {
            running.countDown();
            woken.await();
            cycles.incrementAndGet();
            return Next.PAUSE;
        });
        await().until(() -> running.getCount() == 0);

        loop.wake();
        loop.wake();
        woken.countDown();

        await().until(() -> cycles.get() == 2);
        await().during(Duration.ofMillis(100)).until(() -> cycles.get() == 2);
    }

    @Test
    void noWakeShortensThePauseAfterAFailureOrAnOutage() {
        start(Duration.ofMillis(500), trigger -> {
            if (cycles.incrementAndGet() % 2 == 0) {
                throw new IllegalStateException("gone");
            }
            return Next.BACK_OFF;
        });
        long startNanos = System.nanoTime();

        await().pollInterval(Duration.ofMillis(5)).until(() -> {
            loop.wake();
            return cycles.get() == 4;
        });

        assertThat(Duration.ofNanos(System.nanoTime() - startNanos)).isGreaterThan(Duration.ofMillis(1_400));
    }

    private void start(Duration delay, Cycle cycle) {
        loop = new Loop(spec(delay, cycle), counters);
        loop.start();
    }

    private static LoopSpec spec(Duration delay, Cycle cycle) {
        return new LoopSpec("test", delay, Duration.ofSeconds(1), cycle);
    }
}

package dev.relaybench.relay.wake;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.relaybench.relay.metrics.Counter;
import dev.relaybench.relay.metrics.RelayCounters;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

class WakeSenderTest {
    private final RelayCounters counters = new RelayCounters();
    private final ScriptedTransport transport = new ScriptedTransport();
    private final WakeSender sender = new WakeSender("test", transport, Duration.ofMillis(20), counters);

    @AfterEach
    void close() {
        transport.free.countDown();
        sender.close();
    }

    @Test
    void sendsWhatItIsAskedTo() {
        sender.send();

        await().until(() -> counters.get(Counter.WAKES_SENT) == 1);
        await().during(Duration.ofMillis(100)).until(() -> transport.sends.get() == 1);
    }

    @Test
    void startsNothingBeforeTheFirstWake() {
        await().during(Duration.ofMillis(100)).until(() -> transport.sends.get() == 0);
        sender.close();

        sender.send();

        await().during(Duration.ofMillis(100)).until(() -> transport.sends.get() == 0);
    }

    @Test
    @Timeout(20)
    void neverWaitsForTheTransport() {
        transport.block();
        sender.send();
        await().until(() -> transport.sends.get() == 1);

        // Would not return: the transport is stuck until the test ends.
        for (int commit = 0; commit < 10_000; commit++) {
            sender.send();
        }

        assertThat(transport.sends).hasValue(1);
    }

    @Test
    void manyCommitsBeforeTheTransportGetsRoundToThemAreOneWake() {
        transport.block();
        sender.send();
        await().until(() -> transport.sends.get() == 1);
        for (int commit = 0; commit < 1_000; commit++) {
            sender.send();
        }

        transport.free.countDown();

        await().until(() -> counters.get(Counter.WAKES_SENT) == 2);
        await().during(Duration.ofMillis(100)).until(() -> transport.sends.get() == 2);
    }

    @Test
    void aCommitWhileAWakeIsUnderWayIsNotForgotten() {
        transport.block();
        sender.send();
        await().until(() -> transport.sends.get() == 1);

        sender.send();
        transport.free.countDown();

        await().until(() -> transport.sends.get() == 2);
    }

    @Test
    void countsWhatFailsAndGoesOn() {
        transport.failure = new IllegalStateException("away");
        sender.send();
        await().until(() -> counters.get(Counter.WAKES_FAILED) == 1);
        transport.failure = new StackOverflowError();
        sender.send();
        await().until(() -> counters.get(Counter.WAKES_FAILED) == 2);
        transport.failure = null;

        sender.send();

        await().until(() -> counters.get(Counter.WAKES_SENT) == 1);
        assertThat(counters.get(Counter.WAKES_FAILED)).isEqualTo(2);
    }

    @Test
    void triesATransportThatIsAwayLessAndLessOften() {
        transport.failure = new IllegalStateException("away");
        long startNanos = System.nanoTime();

        await().pollInterval(Duration.ofMillis(1)).until(() -> {
            sender.send();
            return transport.sends.get() == 6;
        });

        assertThat(Duration.ofNanos(System.nanoTime() - startNanos)).isGreaterThanOrEqualTo(Duration.ofMillis(100));
    }

    @Test
    void closesTheTransportThatItHasUsed() {
        sender.send();
        await().until(() -> counters.get(Counter.WAKES_SENT) == 1);

        sender.close();

        await().until(() -> transport.closed.getCount() == 0);
    }

    private static final class ScriptedTransport implements WakeSender.Transport {
        private final AtomicInteger sends = new AtomicInteger();
        private final CountDownLatch closed = new CountDownLatch(1);
        private final CountDownLatch free = new CountDownLatch(1);
        private volatile boolean blocked;
        private volatile @Nullable Throwable failure;

        void block() {
            blocked = true;
        }

        @Override
        public void send() throws Exception {
            sends.incrementAndGet();
            if (blocked) {
                free.await();
            }
            if (failure instanceof Error error) {
                throw error;
            }
            if (failure instanceof Exception exception) {
                throw exception;
            }
        }

        @Override
        public void close() {
            closed.countDown();
        }
    }
}

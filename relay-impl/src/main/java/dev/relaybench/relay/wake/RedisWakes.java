package dev.relaybench.relay.wake;

import dev.relaybench.relay.metrics.RelayCounters;
import dev.relaybench.relay.settings.WakeSettings;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import org.redisson.api.RTopic;
import org.redisson.api.RedissonClient;
import org.redisson.api.listener.StatusListener;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.event.Level;

/// Redis' publish and subscribe, by Redisson, which connects and subscribes again by itself. After each subscription it
/// wakes once, since what was published meanwhile has been missed.
///
/// The client is made on a thread of its own that goes on until Redis is there. Loading it alone takes a second.
final class RedisWakes implements Wakes {
    private static final Logger LOG = LoggerFactory.getLogger(RedisWakes.class);
    private static final String WAKE = "wake";

    private final RedisAddress redis;
    private final WakeSettings settings;
    private final WakeSender sender;
    private final Thread thread;
    private final AtomicBoolean started = new AtomicBoolean();
    private final CompletableFuture<RedissonClient> client = new CompletableFuture<>();
    private final CompletableFuture<Runnable> listener = new CompletableFuture<>();
    private final CountDownLatch closed = new CountDownLatch(1);
    private boolean failing;

    RedisWakes(WakeSettings settings, RelayCounters counters) {
        this.redis = RedisAddress.parse(settings.redisUrl().orElse(""));
        this.settings = settings;
        this.sender = new WakeSender("wake-publish", new Publication(), settings.reconnectBackoffMax(), counters);
        this.thread = Thread.ofVirtual().name("wake-redis").unstarted(this::run);
    }

    @Override
    public void send() {
        sender.send();
    }

    @Override
    public void listen(Runnable woken) {
        listener.complete(woken);
        start();
    }

    @Override
    public void close() {
        // Its thread sees that at its next step. Interrupted while it connects, Redisson logs what it has lost.
        closed.countDown();
        listener.complete(RedisWakes::nobody);
        sender.close();
        if (client.isDone()) {
            shutDown(client.join());
        }
    }

    private static void nobody() {}

    private void start() {
        if (started.compareAndSet(false, true)) {
            thread.start();
        }
    }

    private void run() {
        try {
            ReconnectPause pause = new ReconnectPause(settings.reconnectBackoffMax());
            while (closed.getCount() > 0 && !connected()) {
                closed.await(pause.next().toNanos(), TimeUnit.NANOSECONDS);
            }
            Runnable woken = listener.get();
            while (closed.getCount() > 0 && !subscribed(woken)) {
                closed.await(pause.next().toNanos(), TimeUnit.NANOSECONDS);
            }
        } catch (InterruptedException | ExecutionException end) {
            LOG.debug("Redis is no longer tried", end);
        }
    }

    private boolean connected() {
        try {
            RedissonClient made = RedisClient.connect(redis, settings);
            if (failing) {
                LOG.info("Redis is there, wakes can be sent");
            }
            client.complete(made);
            if (closed.getCount() == 0) {
                shutDown(made);
            }
            return true;
        } catch (RuntimeException away) {
            failed("wakes cannot be sent or listened for, Redis is away: the safety poll finds their rows", away);
            return false;
        }
    }

    private boolean subscribed(Runnable woken) {
        RTopic topic = topic(client.join());
        try {
            topic.removeAllListeners();
            topic.addListener(new StatusListener() {
                @Override
                public void onSubscribe(String channel) {
                    woken.run();
                }

                @Override
                public void onUnsubscribe(String channel) {
                    LOG.debug("not subscribed any more");
                }
            });
            topic.addListener(String.class, (channel, message) -> woken.run());
            return true;
        } catch (RuntimeException away) {
            failed("wakes cannot be listened for: the safety poll finds their rows", away);
            return false;
        }
    }

    private void failed(String consequence, RuntimeException failure) {
        if (closed.getCount() > 0) {
            LOG.atLevel(failing ? Level.DEBUG : Level.WARN)
                    .addKeyValue("reason", failure.getClass().getSimpleName())
                    .log(consequence);
            failing = true;
        }
    }

    private RTopic topic(RedissonClient made) {
        return made.getTopic(settings.channel());
    }

    private static void shutDown(RedissonClient made) {
        made.shutdown(0, 500, TimeUnit.MILLISECONDS);
    }

    /// Publishes and waits for the answer, on the sender's thread.
    private final class Publication implements WakeSender.Transport {
        @Override
        public void send() throws InterruptedException, ExecutionException, TimeoutException {
            start();
            RedissonClient made = client.get(RedisClient.ANSWER_MAX.toMillis(), TimeUnit.MILLISECONDS);
            topic(made)
                    .publishAsync(WAKE)
                    .get(RedisClient.ANSWER_MAX.multipliedBy(2).toMillis(), TimeUnit.MILLISECONDS);
        }

        @Override
        public void close() {}
    }
}

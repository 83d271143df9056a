package dev.relaybench.relay.wake;

import dev.relaybench.relay.settings.WakeSettings;
import java.time.Duration;
import org.redisson.Redisson;
import org.redisson.api.RedissonClient;
import org.redisson.client.codec.StringCodec;
import org.redisson.config.Config;
import org.redisson.config.EqualJitterDelay;

/// Makes Redisson's client, small and impatient: it carries one hint and must not cost what a cache does.
final class RedisClient {
    /// Longest wait for one answer, and for a connection. A wake that takes longer is of no use.
    static final Duration ANSWER_MAX = Duration.ofSeconds(1);

    private static final Duration RECONNECT_FIRST = Duration.ofMillis(100);

    private RedisClient() {}

    /// Connects.
    ///
    /// @throws RuntimeException if Redis is not there
    static RedissonClient connect(RedisAddress redis, WakeSettings settings) {
        Config config = new Config();
        // By default 16 and 32.
        config.setThreads(2).setNettyThreads(2).setCodec(StringCodec.INSTANCE);
        Duration reconnectMax = settings.reconnectBackoffMax();
        Duration reconnectFirst = reconnectMax.compareTo(RECONNECT_FIRST) < 0 ? reconnectMax : RECONNECT_FIRST;
        int answerMillis = Math.toIntExact(ANSWER_MAX.toMillis());
        config.useSingleServer()
                .setAddress(redis.address())
                .setDatabase(redis.database())
                .setConnectionMinimumIdleSize(1)
                .setConnectionPoolSize(1)
                .setSubscriptionConnectionMinimumIdleSize(1)
                .setSubscriptionConnectionPoolSize(1)
                .setClientName("relaybench-wake")
                .setTimeout(answerMillis)
                .setConnectTimeout(answerMillis)
                .setSubscriptionTimeout(answerMillis)
                // The next wake is the retry.
                .setRetryAttempts(0)
                .setReconnectionDelay(new EqualJitterDelay(reconnectFirst, reconnectMax))
                .setKeepAlive(true)
                .setPingConnectionInterval(Math.toIntExact(settings.keepAlive().toMillis()));
        redis.user().ifPresent(config.useSingleServer()::setUsername);
        redis.password().ifPresent(config.useSingleServer()::setPassword);
        return Redisson.create(config);
    }
}

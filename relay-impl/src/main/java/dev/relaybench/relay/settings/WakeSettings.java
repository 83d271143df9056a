package dev.relaybench.relay.settings;

import dev.relaybench.relay.settings.SettingsReader.Range;
import java.time.Duration;
import java.util.Optional;

/// The wake of S2: a hint that a row waits, sent after the commit. Without it everything works, slower.
///
/// | key | default | meaning |
/// |---|---|---|
/// | `wake.transport` | none | see {@link Transport} |
/// | `wake.channel` | relay_wake | PostgreSQL's or Redis' channel |
/// | `wake.keep-alive-ms` | 5000 | how often a connection that only listens is asked whether it lives |
/// | `wake.reconnect-backoff-max-ms` | 5000 | longest pause between two attempts to listen again |
/// | `wake.redis.url` | none | `redis://host:port`, needed by the transport `redis` |
///
/// @param keepAlive how often a connection that only listens is asked whether it lives; the answer must come in as long
public record WakeSettings(
        Transport transport,
        String channel,
        Duration keepAlive,
        Duration reconnectBackoffMax,
        Optional<String> redisUrl) {

    static final String REDIS_URL = "wake.redis.url";
    /// User and password before the host, TLS by `rediss`, and a database behind the port are allowed as well.
    private static final String REDIS_ADDRESS =
            "rediss?://([^@/\\s]*@)?([^@:/?#\\s]+|\\[[0-9a-fA-F:]+])(:\\d{1,5})?(/\\d{0,5})?";

    /// What carries it.
    public enum Transport {
        /// Nothing: the safety poll alone.
        NONE,
        /// A call within this process; reaches no other relay.
        IN_MEMORY,
        /// PostgreSQL's LISTEN and NOTIFY.
        LISTEN_NOTIFY,
        /// Redis' publish and subscribe, by Redisson.
        REDIS
    }

    /// Without the address, which may hold a password.
    @Override
    public String toString() {
        return "WakeSettings[transport=%s, channel=%s, keepAlive=%s]".formatted(transport, channel, keepAlive);
    }

    static WakeSettings read(SettingsReader in) {
        WakeSettings wake = new WakeSettings(
                in.choice("wake.transport", Transport.NONE, Words::kebab),
                in.text("wake.channel", "[a-z_][a-z0-9_]{0,62}", "a lower-case name of at most 63 letters, digits or _")
                        .orElse("relay_wake"),
                in.millis("wake.keep-alive-ms", Range.period(5_000)),
                in.millis("wake.reconnect-backoff-max-ms", Range.period(5_000)),
                in.text(REDIS_URL, REDIS_ADDRESS, "redis://host:port"));
        in.rule(
                wake.transport != Transport.REDIS || wake.redisUrl.isPresent(),
                REDIS_URL + " is missing: wake.transport = redis needs it");
        return wake;
    }
}

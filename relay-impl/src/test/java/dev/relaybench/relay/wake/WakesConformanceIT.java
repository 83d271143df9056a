package dev.relaybench.relay.wake;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.awaitility.Awaitility.await;

import dev.relaybench.relay.metrics.Counter;
import dev.relaybench.relay.metrics.RelayCounters;
import dev.relaybench.relay.settings.RelaySettings;
import dev.relaybench.relay.settings.WakeSettings.Transport;
import dev.relaybench.relay.testbed.TestDatabase;
import dev.relaybench.relay.testbed.TestRedis;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.EnumSource.Mode;

/// What every transport promises.
class WakesConformanceIT {
    private static final Duration DEADLINE = Duration.ofSeconds(20);
    private static final AtomicInteger CHANNELS = new AtomicInteger();

    private final TestDatabase database = TestDatabase.create();
    private final RelayCounters counters = new RelayCounters();
    private final AtomicInteger woken = new AtomicInteger();
    private final List<Wakes> opened = new ArrayList<>();
    private final String channel = "conformance_" + CHANNELS.incrementAndGet();

    WakesConformanceIT() throws SQLException {}

    @AfterAll
    static void stopRedis() throws IOException {
        Redis.SERVER.close();
    }

    @AfterEach
    void close() {
        opened.forEach(Wakes::close);
    }

    @ParameterizedTest
    @EnumSource(mode = Mode.EXCLUDE, names = "NONE")
    void aWakeReachesTheListener(Transport transport) {
        Wakes wakes = listening(transport);
        int before = woken.get();

        wakes.send();

        await().atMost(DEADLINE).until(() -> woken.get() > before);
        await().until(() -> counters.get(Counter.WAKES_SENT) >= 1);
        assertThat(counters.get(Counter.WAKES_FAILED)).isZero();
    }

    @ParameterizedTest
    @EnumSource(names = {"LISTEN_NOTIFY", "REDIS"})
    void aWakeReachesOtherRelays(Transport transport) {
        listening(transport);
        int before = woken.get();

        open(transport, channel).send();

        await().atMost(DEADLINE).until(() -> woken.get() > before);
    }

    @ParameterizedTest
    @EnumSource(mode = Mode.EXCLUDE, names = "NONE")
    void aWakeOfAnotherChannelReachesNobody(Transport transport) {
        listening(transport);
        int before = woken.get();
        Wakes other = open(transport, "other_" + channel);

        other.send();

        await().atMost(DEADLINE).until(() -> counters.get(Counter.WAKES_SENT) >= 1);
        await().during(Duration.ofMillis(300)).until(() -> woken.get() == before);
    }

    @ParameterizedTest
    @EnumSource
    void aWakeThatNobodyListensToHarmsNobody(Transport transport) {
        Wakes wakes = open(transport, channel);

        assertThatCode(wakes::send).doesNotThrowAnyException();
        wakes.close();
        assertThatCode(wakes::send).doesNotThrowAnyException();
        assertThatCode(wakes::close).doesNotThrowAnyException();
    }

    @ParameterizedTest
    @EnumSource(names = {"LISTEN_NOTIFY", "REDIS"})
    void manyCallsAreFewWakes(Transport transport) {
        Wakes wakes = listening(transport);

        for (int commit = 0; commit < 1_000; commit++) {
            wakes.send();
        }

        await().atMost(DEADLINE).until(() -> counters.get(Counter.WAKES_SENT) >= 1);
        await().during(Duration.ofMillis(300)).until(() -> counters.get(Counter.WAKES_SENT) < 100);
    }

    @ParameterizedTest
    @EnumSource
    void afterTheEndNobodyIsWoken(Transport transport) {
        Wakes wakes = transport == Transport.NONE ? open(transport, channel) : listening(transport);
        wakes.close();
        Wakes other = open(transport, channel);
        await().during(Duration.ofMillis(300)).until(() -> true);
        int before = woken.get();

        other.send();
        wakes.send();

        await().during(Duration.ofMillis(500)).until(() -> woken.get() == before);
    }

    /// One that is certain to listen by now.
    private Wakes listening(Transport transport) {
        Wakes wakes = open(transport, channel);
        wakes.listen(woken::incrementAndGet);
        if (transport != Transport.IN_MEMORY) {
            // Once it listens it wakes once.
            await().atMost(DEADLINE).until(() -> woken.get() >= 1);
        }
        return wakes;
    }

    private Wakes open(Transport transport, String onChannel) {
        RelaySettings settings = RelaySettings.of(database.settings(Map.of(
                "wake.transport",
                transport.name().toLowerCase(Locale.ROOT).replace('_', '-'),
                "wake.channel",
                onChannel,
                "wake.redis.url",
                Redis.SERVER.url())));
        Wakes wakes = Wakes.open(settings.wake(), settings.database(), counters);
        opened.add(wakes);
        return wakes;
    }

    private static final class Redis {
        private static final TestRedis SERVER = start();

        private static TestRedis start() {
            try {
                return TestRedis.start();
            } catch (IOException failure) {
                throw new UncheckedIOException(failure);
            }
        }
    }
}

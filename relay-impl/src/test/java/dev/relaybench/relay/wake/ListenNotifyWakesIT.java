package dev.relaybench.relay.wake;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.relaybench.relay.metrics.Counter;
import dev.relaybench.relay.metrics.RelayCounters;
import dev.relaybench.relay.settings.RelaySettings;
import dev.relaybench.relay.testbed.TestDatabase;
import java.io.IOException;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/// LISTEN and NOTIFY on connections that break, with and without a sound.
class ListenNotifyWakesIT {
    private static final Duration DEADLINE = Duration.ofSeconds(20);
    private static final Duration KEEP_ALIVE = Duration.ofSeconds(1);
    private static final AtomicInteger CHANNELS = new AtomicInteger();

    private final TestDatabase database = TestDatabase.create();
    private final RelayCounters counters = new RelayCounters();
    private final AtomicInteger woken = new AtomicInteger();
    private final String channel = "listen_" + CHANNELS.incrementAndGet();
    private final Wakes wakes = open(database.url());

    ListenNotifyWakesIT() throws SQLException {}

    @AfterEach
    void close() {
        wakes.close();
        await().atMost(DEADLINE).until(this::noneIsLeft);
    }

    @Test
    void wakesOnceWhenItBeginsToListen() {
        wakes.listen(woken::incrementAndGet);

        await().atMost(DEADLINE).until(() -> woken.get() == 1);
        await().during(Duration.ofMillis(300)).until(() -> woken.get() == 1);
    }

    @Test
    void anotherConnectionReplacesOneThatTheServerEnded() throws Exception {
        int old = listen();

        database.execute("SELECT pg_terminate_backend(" + old + ")");

        assertThat(awaitListenerOtherThan(old)).isNotEqualTo(old);
        assertThatAWakeArrives();
    }

    @Test
    void wakesOnceAfterAReconnectForWhatItHasMissed() throws Exception {
        int old = listen();
        int before = woken.get();

        database.execute("SELECT pg_terminate_backend(" + old + ")");

        // Nobody sends.
        await().atMost(DEADLINE).until(() -> woken.get() == before + 1);
    }

    @Test
    void aConnectionThatDiedWithoutACloseIsNoticedWithinTwoKeepAlivePeriodsAndReplaced() throws Exception {
        int old = listen();
        signal("STOP", old);
        long frozenNanos = System.nanoTime();
        try {
            awaitListenerOtherThan(old);
            Duration replaced = Duration.ofNanos(System.nanoTime() - frozenNanos);

            // Two periods and a reconnect; the rest is for a host that is busy.
            assertThat(replaced).isLessThan(KEEP_ALIVE.multipliedBy(2).plusSeconds(3));
            assertThatAWakeArrives();
        } finally {
            signal("CONT", old);
        }
    }

    @Test
    void aDeadConnectionIsNoticedWhileNotificationsKeepComing() throws Exception {
        try (OneWayProxy proxy = OneWayProxy.to(database.url());
                Wakes listening = open(proxy.url())) {
            listening.listen(woken::incrementAndGet);
            await().atMost(DEADLINE).until(() -> woken.get() >= 1);
            int old = listener();
            proxy.dropWhatTheClientSays();

            await().pollInterval(Duration.ofMillis(50)).atMost(DEADLINE).until(() -> {
                database.execute("NOTIFY " + channel);
                return proxy.connections() == 2;
            });

            assertThat(awaitListenerOtherThan(old)).isNotEqualTo(old);
        }
    }

    @Test
    void aSenderWhoseConnectionWasCutSendsOnAnotherOne() throws Exception {
        listen();
        assertThatAWakeArrives();
        await().until(() -> counters.get(Counter.WAKES_SENT) >= 1);
        List<String> senders = pids(PgNotifier.APPLICATION_NAME);
        assertThat(senders).hasSize(1);

        database.execute("SELECT pg_terminate_backend(" + senders.getFirst() + ")");
        await().until(() -> pids(PgNotifier.APPLICATION_NAME).isEmpty());

        assertThatAWakeArrives();
        assertThat(counters.get(Counter.WAKES_FAILED)).isZero();
    }

    @Test
    void aSenderWhoseConnectionIsFrozenGivesItUp() throws Exception {
        listen();
        assertThatAWakeArrives();
        await().until(() -> pids(PgNotifier.APPLICATION_NAME).size() == 1);
        int frozen = Integer.parseInt(pids(PgNotifier.APPLICATION_NAME).getFirst());
        signal("STOP", frozen);
        try {
            assertThatAWakeArrives();
        } finally {
            signal("CONT", frozen);
        }
    }

    @Test
    void countsWakesThatFindNoServer() {
        try (Wakes unreachable = open("jdbc:postgresql://127.0.0.1:1/nowhere")) {
            unreachable.listen(woken::incrementAndGet);

            unreachable.send();

            await().atMost(DEADLINE).until(() -> counters.get(Counter.WAKES_FAILED) == 1);
            assertThat(woken).hasValue(0);
        }
    }

    @Test
    void leavesNoConnectionBehind() throws Exception {
        listen();
        assertThatAWakeArrives();

        wakes.close();

        await().atMost(DEADLINE).until(this::noneIsLeft);
    }

    private Wakes open(String url) {
        RelaySettings settings = RelaySettings.of(database.settings(Map.of(
                "relay.jdbc.url",
                url,
                "wake.transport",
                "listen-notify",
                "wake.channel",
                channel,
                "wake.keep-alive-ms",
                Long.toString(KEEP_ALIVE.toMillis()),
                "wake.reconnect-backoff-max-ms",
                "500")));
        return Wakes.open(settings.wake(), settings.database(), counters);
    }

    /// The process that serves the listening connection.
    private int listen() throws SQLException {
        wakes.listen(woken::incrementAndGet);
        await().atMost(DEADLINE).until(() -> woken.get() >= 1);
        return listener();
    }

    private void assertThatAWakeArrives() {
        int before = woken.get();
        wakes.send();
        await().atMost(DEADLINE).until(() -> woken.get() > before);
    }

    private boolean noneIsLeft() throws SQLException {
        return pids(PgNotifier.APPLICATION_NAME).isEmpty()
                && pids(PgListenConnection.APPLICATION_NAME).isEmpty();
    }

    private int listener() throws SQLException {
        return Integer.parseInt(pids(PgListenConnection.APPLICATION_NAME).getFirst());
    }

    private int awaitListenerOtherThan(int old) {
        List<String> others = await().atMost(DEADLINE)
                .until(
                        () -> pids(PgListenConnection.APPLICATION_NAME).stream()
                                .filter(pid -> Integer.parseInt(pid) != old)
                                .toList(),
                        pids -> !pids.isEmpty());
        return Integer.parseInt(others.getFirst());
    }

    private List<String> pids(String applicationName) throws SQLException {
        return database.query("SELECT pid FROM pg_stat_activity WHERE application_name = '" + applicationName + "'");
    }

    private static void signal(String name, int pid) throws IOException, InterruptedException {
        Process kill = new ProcessBuilder("kill", "-" + name, Integer.toString(pid)).start();
        assertThat(kill.waitFor(10, TimeUnit.SECONDS)).isTrue();
        assertThat(kill.exitValue()).isZero();
    }
}

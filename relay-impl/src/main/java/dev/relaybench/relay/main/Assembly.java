package dev.relaybench.relay.main;

import com.zaxxer.hikari.HikariDataSource;
import dev.relaybench.relay.http.BusinessRequests;
import dev.relaybench.relay.http.RelayHttpServer;
import dev.relaybench.relay.jdbc.Tables;
import dev.relaybench.relay.loop.Loop;
import dev.relaybench.relay.loop.LoopSpec;
import dev.relaybench.relay.metrics.RelayCounters;
import dev.relaybench.relay.outbox.OutboxClaims;
import dev.relaybench.relay.outbox.PgOutboxChannel;
import dev.relaybench.relay.outbox.PgOutboxImmediateWorker;
import dev.relaybench.relay.outbox.PgOutboxPollingWorker;
import dev.relaybench.relay.outbox.PgOutboxRelayService;
import dev.relaybench.relay.outbox.PgOutboxRelayService.RefusedBackoff;
import dev.relaybench.relay.outbox.Publisher;
import dev.relaybench.relay.outbox.TransactionalOutbox;
import dev.relaybench.relay.settings.OutboxSettings;
import dev.relaybench.relay.settings.RelaySettings;
import java.io.IOException;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/// Puts the parts of a {@link RelayWiring} together and starts them.
final class Assembly {
    private static final Duration FIRST_ROUND_MAX = Duration.ofSeconds(5);

    private final RelaySettings settings;
    private final RelayWiring wiring;
    private final RelayCounters counters = new RelayCounters();

    Assembly(RelaySettings settings, RelayWiring wiring) {
        this.settings = settings;
        this.wiring = wiring;
    }

    /// Starts everything; whatever cannot be started closes what was.
    ///
    /// @throws StartupException naming the part that cannot start
    Relay start() throws StartupException {
        HikariDataSource pool = wiring.pool(settings);
        try {
            Tables.createMissing(pool);
            return start(pool);
        } catch (SQLException failure) {
            pool.close();
            throw new StartupException(
                    "the database " + databaseName() + " cannot be used: " + cause(failure), failure);
        } catch (IOException failure) {
            pool.close();
            throw new StartupException(
                    "the HTTP port " + settings.httpPort() + " on 127.0.0.1 cannot be opened: " + failure.getMessage(),
                    failure);
        } catch (RuntimeException failure) {
            pool.close();
            throw failure;
        }
    }

    private Relay start(HikariDataSource pool) throws IOException {
        OutboxSettings outbox = settings.outbox();
        Publisher publisher = wiring.publisher(settings.kafka(), counters);
        PgOutboxChannel channel = new PgOutboxChannel(outbox.channel().capacity(), counters);
        OutboxClaims claims = wiring.claims();
        RefusedBackoff backoff = new RefusedBackoff(outbox.polling().fixedDelay(), outbox.refusedBackoffMax());
        PgOutboxRelayService service = new PgOutboxRelayService(pool, publisher, wiring.marks(), backoff, counters);

        Loop polling = wiring.pollingLoop(
                new LoopSpec(
                        "outbox-polling",
                        outbox.polling().fixedDelay(),
                        cycleTimeMax(),
                        new PgOutboxPollingWorker(claims, service, outbox.polling(), counters)),
                counters);
        PgOutboxImmediateWorker worker = new PgOutboxImmediateWorker(
                channel, claims, service, outbox.channel().takeSize(), counters);
        List<Loop> immediate = IntStream.rangeClosed(1, outbox.channel().workerCount())
                .mapToObj(n -> wiring.immediateLoop(
                        new LoopSpec("outbox-immediate-" + n, Duration.ZERO, cycleTimeMax(), worker), counters))
                .toList();

        TransactionalOutbox transactions = new TransactionalOutbox(pool, wiring.appender(channel), channel);
        RelayHttpServer http = openHttp(new BusinessRequests(transactions, counters), polling, immediate, publisher);
        immediate.forEach(Loop::start);
        polling.start();
        awaitFirstRound(polling);
        http.start();
        return new Relay(http.port(), counters, new Shutdown(http, polling, immediate, channel, publisher, pool));
    }

    /// What the last process left behind goes first, and the producer finds its brokers before requests come: a relay
    /// that is
    /// ready can publish. Without a broker it gets ready all the same, only later.
    private static void awaitFirstRound(Loop polling) {
        try {
            polling.awaitFirstPause(FIRST_ROUND_MAX);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while starting", interrupted);
        }
    }

    private RelayHttpServer openHttp(BusinessRequests requests, Loop polling, List<Loop> immediate, Publisher publisher)
            throws IOException {
        try {
            List<Loop> loops =
                    Stream.concat(Stream.of(polling), immediate.stream()).toList();
            return new RelayHttpServer(settings.httpPort(), requests, counters, loops);
        } catch (IOException portTaken) {
            publisher.close();
            throw portTaken;
        }
    }

    /// Connection, claim, publish, mark, postpone, commit: each with its own deadline.
    private Duration cycleTimeMax() {
        return settings.database()
                .connectionTimeout()
                .plus(settings.database().statementTimeout().multipliedBy(4))
                .plus(settings.kafka().publishTimeoutMax());
    }

    /// Host, port and name, without parameters, which may hold a password.
    private String databaseName() {
        return settings.database().url().replaceFirst("\\?.*", "").replaceFirst("^jdbc:postgresql:(//)?([^/@]*@)?", "");
    }

    /// The pool wraps what the driver said.
    private static String cause(SQLException failure) {
        Throwable cause = failure.getCause() == null ? failure : failure.getCause();
        return String.valueOf(cause.getMessage());
    }
}

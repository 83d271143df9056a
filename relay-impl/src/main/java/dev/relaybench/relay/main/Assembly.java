package dev.relaybench.relay.main;

import com.zaxxer.hikari.HikariDataSource;
import dev.relaybench.relay.http.BusinessRequests;
import dev.relaybench.relay.http.CancellationRequests;
import dev.relaybench.relay.http.DeadRequests;
import dev.relaybench.relay.http.RelayHttpServer;
import dev.relaybench.relay.jdbc.Migrations;
import dev.relaybench.relay.loop.Loop;
import dev.relaybench.relay.loop.Part;
import dev.relaybench.relay.message.Publisher;
import dev.relaybench.relay.metrics.Backlog;
import dev.relaybench.relay.metrics.PrometheusText;
import dev.relaybench.relay.metrics.RelayCounters;
import dev.relaybench.relay.metrics.RelayMeters;
import dev.relaybench.relay.mode.InlineAsyncPublish;
import dev.relaybench.relay.mode.InlinePublish;
import dev.relaybench.relay.polling.DeadRows;
import dev.relaybench.relay.settings.EventSettings.Table;
import dev.relaybench.relay.settings.RelaySettings;
import dev.relaybench.relay.transaction.TransactionalOutbox;
import java.io.IOException;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
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
            Migrations.run(pool, settings.database());
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
        Publisher publisher = wiring.publisher(settings.kafka(), counters);
        AssemblyContext context = new AssemblyContext(settings, wiring, pool, publisher, counters);
        Outbound outbound = outbound(context);
        TransactionalOutbox transactions =
                new TransactionalOutbox(pool, outbound.mode(), wiring.payloadPolicy(settings.events()));
        // In the order in which messages pass through them.
        List<Part> parts = Stream.of(
                        InboxAssembly.assemble(context, transactions).stream(),
                        ConsumerAssembly.assemble(context).stream(),
                        outbound.part().stream())
                .flatMap(some -> some)
                .toList();
        RelayHttpServer http = openHttp(context, transactions, parts);
        new CancellationRequests(transactions).addTo(http);
        if (settings.events().table() != Table.PG_OUTBOX) {
            new DeadRequests(new DeadRows(pool, settings.events().table())).addTo(http);
        }
        parts.forEach(Part::start);
        awaitReady(parts);
        http.start();
        return new Relay(http.port(), counters, new Shutdown(http, parts, publisher, pool));
    }

    private Outbound outbound(AssemblyContext context) {
        return switch (settings.events().mode()) {
            case OUTBOX -> outbox(context);
            case INLINE -> new Outbound(Optional.empty(), new InlinePublish(context.publisher(), counters));
            case INLINE_ASYNC ->
                new Outbound(
                        Optional.empty(), new InlineAsyncPublish(wiring.asyncPublisher(context.publisher()), counters));
        };
    }

    private Outbound outbox(AssemblyContext context) {
        return switch (settings.events().table()) {
            case PG_OUTBOX -> ChannelOutboxAssembly.assemble(context);
            case CANCEL_EVENT_OUTBOX, OUTBOX_EVENT, OUTBOX_EVENT_ROTATED -> PollingOutboxAssembly.assemble(context);
        };
    }

    private static void awaitReady(List<Part> parts) {
        try {
            for (Part part : parts) {
                part.awaitReady(FIRST_ROUND_MAX);
            }
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while starting", interrupted);
        }
    }

    private RelayHttpServer openHttp(AssemblyContext context, TransactionalOutbox transactions, List<Part> parts)
            throws IOException {
        List<Loop> loops = parts.stream().flatMap(part -> part.loops().stream()).toList();
        Backlog.Probe backlog = BacklogQuery.of(settings.events().table(), context.pool());
        try {
            return new RelayHttpServer(
                    settings.httpPort(),
                    new BusinessRequests(transactions, counters),
                    counters,
                    loops,
                    new PrometheusText(new RelayMeters(counters, loops, backlog)));
        } catch (IOException portTaken) {
            context.publisher().close();
            parts.forEach(Part::close);
            throw portTaken;
        }
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

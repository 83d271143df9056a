package dev.relaybench.relay.http;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.relaybench.relay.loop.Loop;
import dev.relaybench.relay.metrics.PrometheusText;
import dev.relaybench.relay.metrics.RelayCounters;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// The HTTP server of the relay contract, on 127.0.0.1, one virtual thread for each exchange.
public final class RelayHttpServer {
    private static final Logger LOG = LoggerFactory.getLogger(RelayHttpServer.class);
    /// Connections that wait to be accepted: a load generator opens its connections all at once.
    private static final int ACCEPT_BACKLOG = 1_024;

    private final HttpServer server;
    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
    private final BusinessRequests requests;
    private final RelayCounters counters;
    private final List<Loop> loops;
    private volatile boolean accepting = true;

    /// Binds the port; nothing is answered before {@link #start}.
    ///
    /// @param port 0 = any free port
    /// @throws IOException if the port is taken
    /// @param metrics makes the text of `GET /metrics`
    public RelayHttpServer(
            int port, BusinessRequests requests, RelayCounters counters, List<Loop> loops, Supplier<String> metrics)
            throws IOException {
        this.requests = requests;
        this.counters = counters;
        this.loops = List.copyOf(loops);
        server = HttpServer.create(
                new InetSocketAddress(InetAddress.getByAddress(new byte[] {127, 0, 0, 1}), port), ACCEPT_BACKLOG);
        server.setExecutor(threads);
        route("POST", "/requests", this::request);
        route("GET", "/ready", exchange -> new Answer(accepting ? 200 : 503, "{\"ready\":" + accepting + "}"));
        route("GET", "/live", exchange -> live());
        route("GET", "/counters", exchange -> counters());
        route("GET", "/metrics", exchange -> new Answer(200, PrometheusText.CONTENT_TYPE, metrics.get()));
    }

    /// Begins to answer.
    public void start() {
        server.start();
    }

    /// The port that the server listens on.
    public int port() {
        return server.getAddress().getPort();
    }

    /// Whether business requests are still taken.
    boolean accepting() {
        return accepting;
    }

    /// From now on business requests are refused with 503; the rest is still answered.
    public void refuseRequests() {
        accepting = false;
    }

    /// Closes the server after giving the exchanges that run this long to end.
    public void stop(int graceSeconds) {
        server.stop(graceSeconds);
        threads.shutdown();
    }

    /// What answers one path.
    interface Route {
        Answer answer(HttpExchange exchange) throws IOException;
    }

    /// Has one more path answered. To be called before {@link #start}.
    void route(String method, String path, Route route) {
        server.createContext(path, exchange -> {
            try (exchange) {
                if (!exchange.getRequestURI().getPath().equals(path)) {
                    Answer.error(404, "no such path").send(exchange);
                } else if (!exchange.getRequestMethod().equals(method)) {
                    Answer.error(405, "only " + method + " is allowed").send(exchange);
                } else {
                    route.answer(exchange).send(exchange);
                }
            } catch (IOException gone) {
                LOG.debug("a client went away", gone);
            } catch (RuntimeException | Error failure) {
                LOG.error("{} {} failed", method, path, failure);
                throw failure;
            }
        });
    }

    private Answer request(HttpExchange exchange) throws IOException {
        BusinessRequest request;
        try {
            request = BusinessRequest.read(exchange.getRequestBody());
        } catch (IllegalArgumentException wrong) {
            return Answer.error(400, String.valueOf(wrong.getMessage()));
        }
        return accepting ? requests.handle(request) : new Answer(503, Answer.ABORTED);
    }

    private Answer live() {
        boolean live = loops.stream().allMatch(Loop::isLive);
        String ages = loops.stream()
                .map(loop ->
                        "\"" + loop.name() + "\":{\"ageMillis\":" + loop.age().toMillis() + "}")
                .collect(Collectors.joining(","));
        return new Answer(live ? 200 : 503, "{\"loops\":{" + ages + "}}");
    }

    private Answer counters() {
        String fields = counters.snapshot().entrySet().stream()
                .map(entry -> "\"" + entry.getKey() + "\":" + entry.getValue())
                .collect(Collectors.joining(","));
        return new Answer(200, "{" + fields + "}");
    }
}

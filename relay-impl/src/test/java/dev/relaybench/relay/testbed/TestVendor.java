package dev.relaybench.relay.testbed;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntFunction;

/// A payment vendor over real HTTP on 127.0.0.1 that does as it is told, and remembers every call.
///
/// `POST /payments/<id>` pays; `GET /payments/<id>` says 200 and the reference if it was paid, else 404. Paying twice
/// pays twice: it is the relay's business not to.
public final class TestVendor implements AutoCloseable {
    private final HttpServer server;
    private final List<String> calls = new CopyOnWriteArrayList<>();
    private final Map<String, AtomicInteger> approvals = new ConcurrentHashMap<>();
    private final Map<String, AtomicInteger> tries = new ConcurrentHashMap<>();
    private volatile IntFunction<Behaviour> script = attempt -> Behaviour.APPROVE;

    /// What it does with one POST.
    public enum Behaviour {
        APPROVE,
        DECLINE,
        /// 503, nothing is paid.
        FAIL,
        /// Pays, and answers 503.
        PAY_AND_FAIL,
        /// Pays, and never answers.
        PAY_AND_HANG,
        /// Never answers, nothing is paid.
        HANG
    }

    public TestVendor() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getByAddress(new byte[] {127, 0, 0, 1}), 0), 0);
        server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
        server.createContext("/payments/", this::answer);
        server.start();
    }

    public String url() {
        return "http://127.0.0.1:" + server.getAddress().getPort();
    }

    /// From now on: the behaviour for the n-th POST of a payment, counted from 1. It may block.
    public void script(IntFunction<Behaviour> behaviours) {
        script = behaviours;
    }

    /// Method and payment id of each call, in order.
    public List<String> calls() {
        return List.copyOf(calls);
    }

    /// How often a payment was made.
    public int approvals(String paymentId) {
        AtomicInteger count = approvals.get(paymentId);
        return count == null ? 0 : count.get();
    }

    /// Payments that were made more than once.
    public List<String> paidTwice() {
        return approvals.keySet().stream().filter(id -> approvals(id) > 1).toList();
    }

    @Override
    public void close() {
        server.stop(0);
    }

    private void answer(HttpExchange exchange) throws IOException {
        String id = exchange.getRequestURI().getPath().substring("/payments/".length());
        exchange.getRequestBody().readAllBytes();
        calls.add(exchange.getRequestMethod() + " " + id);
        if (exchange.getRequestMethod().equals("GET")) {
            boolean paid = approvals(id) > 0;
            send(exchange, paid ? 200 : 404, paid ? "ref-" + id : "");
            return;
        }
        Behaviour behaviour = script.apply(
                tries.computeIfAbsent(id, key -> new AtomicInteger()).incrementAndGet());
        if (behaviour == Behaviour.APPROVE
                || behaviour == Behaviour.PAY_AND_FAIL
                || behaviour == Behaviour.PAY_AND_HANG) {
            approvals.computeIfAbsent(id, key -> new AtomicInteger()).incrementAndGet();
        }
        switch (behaviour) {
            case APPROVE -> send(exchange, 200, "ref-" + id);
            case DECLINE -> send(exchange, 402, "no money");
            case FAIL, PAY_AND_FAIL -> send(exchange, 503, "");
            case HANG, PAY_AND_HANG -> {
                // The connection stays open, without an answer, until the server is closed.
            }
        }
    }

    private static void send(HttpExchange exchange, int status, String text) throws IOException {
        byte[] body = text.getBytes(StandardCharsets.UTF_8);
        exchange.sendResponseHeaders(status, body.length == 0 ? -1 : body.length);
        if (body.length > 0) {
            exchange.getResponseBody().write(body);
        }
        exchange.close();
    }
}

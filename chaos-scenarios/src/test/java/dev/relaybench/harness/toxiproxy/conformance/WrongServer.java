package dev.relaybench.harness.toxiproxy.conformance;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.relaybench.harness.toxiproxy.ToxiproxyServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// A server made wrong on purpose: it passes everything on to an embedded one, but for one fault.
final class WrongServer implements AutoCloseable {
    private static final Pattern LISTEN = Pattern.compile("\"listen\":\"127\\.0\\.0\\.1:(\\d+)\"");
    private static final Pattern UPSTREAM = Pattern.compile("\"upstream\":\"127\\.0\\.0\\.1:(\\d+)\"");

    private final ToxiproxyServer right = Embedded.start();
    private final ServerApi api = new ServerApi(Embedded.urlOf(right));
    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
    private final List<FaultyRelay> relays = new CopyOnWriteArrayList<>();
    private final HttpServer front;
    private final Fault fault;

    WrongServer(Fault fault) {
        this.fault = fault;
        try {
            front = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 50);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        front.setExecutor(threads);
        front.createContext("/", this::handle);
        front.start();
    }

    URI url() {
        return URI.create("http://127.0.0.1:" + front.getAddress().getPort());
    }

    private void handle(HttpExchange exchange) throws IOException {
        try (exchange) {
            String method = exchange.getRequestMethod();
            String path = exchange.getRequestURI().toString();
            String body = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
            if (fault.swallows(method, path)) {
                exchange.sendResponseHeaders(204, -1);
                return;
            }
            if (method.equals("DELETE") && path.contains("/toxics/")) {
                relays.forEach(FaultyRelay::toxicLeaves);
            }
            HttpResponse<String> answer = api.send(method, path, passedOn(body), headers(exchange));
            answer(exchange, answer, path);
        }
    }

    private static Map<String, String> headers(HttpExchange exchange) {
        Map<String, String> headers = new TreeMap<>();
        String agent = exchange.getRequestHeaders().getFirst("User-Agent");
        if (agent != null) {
            headers.put("User-Agent", agent);
        }
        return headers;
    }

    private String passedOn(String body) {
        String sent = fault.sent(body);
        Matcher upstream = UPSTREAM.matcher(body);
        if (upstream.find()) {
            relays.forEach(relay -> relay.leadsTo(Integer.parseInt(upstream.group(1))));
        }
        for (FaultyRelay relay : relays) {
            sent = sent.replace(":" + relay.port() + "\"", ":" + relay.proxyPort() + "\"");
        }
        return sent;
    }

    private void answer(HttpExchange exchange, HttpResponse<String> answer, String path) throws IOException {
        String body = answer.body();
        Matcher listen = LISTEN.matcher(body);
        Matcher upstream = UPSTREAM.matcher(body);
        if (fault.relays() && path.equals("/proxies") && listen.find() && upstream.find()) {
            relays.add(new FaultyRelay(
                    fault, Integer.parseInt(listen.group(1)), Integer.parseInt(upstream.group(1)), threads));
        }
        for (FaultyRelay relay : relays) {
            body = body.replace(":" + relay.proxyPort() + "\"", ":" + relay.port() + "\"");
        }
        for (String name : List.of("content-type", "location")) {
            answer.headers()
                    .firstValue(name)
                    .ifPresent(value -> exchange.getResponseHeaders().set(name, value));
        }
        byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
        exchange.sendResponseHeaders(fault.status(answer.statusCode()), bytes.length == 0 ? -1 : bytes.length);
        exchange.getResponseBody().write(bytes);
    }

    @Override
    public void close() {
        front.stop(0);
        relays.forEach(FaultyRelay::close);
        right.close();
        threads.shutdownNow();
    }
}

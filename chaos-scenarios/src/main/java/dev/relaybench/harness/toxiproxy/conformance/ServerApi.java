package dev.relaybench.harness.toxiproxy.conformance;

import dev.relaybench.harness.testbed.TestbedException;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// The HTTP API of the server under test, for what the public client does not do. Knows which proxies are the suite's.
final class ServerApi {
    private static final Duration CONNECT_LIMIT = Duration.ofSeconds(3);
    private static final Duration ANSWER_LIMIT = Duration.ofSeconds(10);
    private static final int NAMES_TOLD = 3;
    private static final Logger LOG = LoggerFactory.getLogger(ServerApi.class);
    private static final JsonMapper MAPPER = new JsonMapper();
    private static final HttpClient HTTP = HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .connectTimeout(CONNECT_LIMIT)
            .build();

    private final URI url;
    private volatile boolean ended;
    private final Set<String> own = ConcurrentHashMap.newKeySet();

    /// @param url scheme, host and port, nothing else
    ServerApi(URI url) {
        this.url = url;
    }

    URI url() {
        return url;
    }

    String host() {
        return url.getHost();
    }

    int port() {
        return url.getPort();
    }

    HttpResponse<String> send(String method, String path, @Nullable String body) throws IOException {
        return send(method, path, body, Map.of());
    }

    HttpResponse<String> send(String method, String path, @Nullable String body, Map<String, String> headers)
            throws IOException {
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(url + path))
                .timeout(ANSWER_LIMIT)
                .method(
                        method,
                        body == null ? HttpRequest.BodyPublishers.noBody() : HttpRequest.BodyPublishers.ofString(body));
        headers.forEach(request::header);
        try {
            return HTTP.send(request.build(), HttpResponse.BodyHandlers.ofString());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new InterruptedIOException("interrupted while waiting for an answer");
        }
    }

    /// Asks for nothing but the version and the list of proxies, and changes nothing.
    ///
    /// @return the version
    /// @throws TestbedException when nothing answers, what answers is no Toxiproxy, or it has proxies
    String requireUnused() {
        JsonNode version = ask("/version").path("version");
        if (!version.isString() || version.stringValue().isEmpty()) {
            throw noToxiproxy("its /version says no version");
        }
        JsonNode proxies = ask("/proxies");
        if (!proxies.isObject()) {
            throw noToxiproxy("its /proxies is no object");
        }
        if (!proxies.valueStream().allMatch(JsonNode::isObject)) {
            throw noToxiproxy("its /proxies has something that is no proxy");
        }
        if (!proxies.isEmpty()) {
            throw new TestbedException("The server at " + url + " has proxies (" + told(names(proxies))
                    + "), which the check would disturb: give it a server of its own, or delete them.");
        }
        return version.stringValue();
    }

    private JsonNode ask(String path) {
        HttpResponse<String> answer;
        try {
            answer = send("GET", path, null);
        } catch (IOException e) {
            throw new TestbedException(
                    "Nothing answers at " + url + ": start Toxiproxy there (toxiproxy-server), or name its address.",
                    e);
        }
        if (answer.statusCode() != 200) {
            throw noToxiproxy("GET " + path + " is answered with " + answer.statusCode());
        }
        try {
            return MAPPER.readTree(answer.body());
        } catch (JacksonException e) {
            throw noToxiproxy("GET " + path + " is not answered with JSON");
        }
    }

    private TestbedException noToxiproxy(String why) {
        return new TestbedException("What answers at " + url + " is no Toxiproxy, or one that is too old (" + why
                + "): name the address of its HTTP API.");
    }

    private static String told(List<String> names) {
        String first = String.join(", ", names.subList(0, Math.min(NAMES_TOLD, names.size())));
        return names.size() > NAMES_TOLD ? first + " and " + (names.size() - NAMES_TOLD) + " more" : first;
    }

    boolean answers() {
        try {
            return send("GET", "/version", null).statusCode() == 200;
        } catch (IOException e) {
            return false;
        }
    }

    /// @throws NotJudged when somebody else has proxies on the server
    void requireOwnProxiesOnly() throws IOException {
        List<String> others =
                proxyNames().stream().filter(name -> !own.contains(name)).toList();
        if (!others.isEmpty()) {
            throw new NotJudged("the server has proxies of somebody else by now: " + told(others));
        }
    }

    private List<String> proxyNames() throws IOException {
        try {
            return names(MAPPER.readTree(send("GET", "/proxies", null).body()));
        } catch (JacksonException e) {
            throw new IOException("GET /proxies is not answered with JSON", e);
        }
    }

    private static List<String> names(JsonNode proxies) {
        return proxies.propertyNames().stream().sorted().toList();
    }

    /// Notes that a proxy of this name is the suite's, from now until it is deleted.
    ///
    /// @throws NotJudged when no more may be created
    void owns(String proxyName) {
        own.add(proxyName);
        if (ended) {
            throw new NotJudged("the check was ended");
        }
    }

    boolean hasEnded() {
        return ended;
    }

    /// From now on no proxy is created.
    void end() {
        ended = true;
    }

    /// Deletes those of the suite's proxies that are among these and exist. What cannot be deleted stays the suite's.
    void delete(Collection<String> proxyNames) {
        try {
            List<String> there = proxyNames();
            for (String name : proxyNames) {
                if (!there.contains(name) || delete(name)) {
                    own.remove(name);
                }
            }
        } catch (IOException e) {
            LOG.debug("Proxies could not be deleted", e);
        }
    }

    private boolean delete(String proxyName) throws IOException {
        String encoded = URLEncoder.encode(proxyName, StandardCharsets.UTF_8).replace("+", "%20");
        int status = send("DELETE", "/proxies/" + encoded, null).statusCode();
        return status == 204 || status == 404;
    }

    /// Tries once more to delete what is still the suite's.
    ///
    /// @return the names of proxies that could not be deleted
    List<String> deleteOwn() {
        if (!own.isEmpty()) {
            delete(Set.copyOf(own));
        }
        return own.stream().sorted().toList();
    }
}

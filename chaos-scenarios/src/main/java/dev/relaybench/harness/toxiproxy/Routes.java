package dev.relaybench.harness.toxiproxy;

import java.net.URI;
import java.net.URISyntaxException;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Finds who answers a request, and answers in the real server's order when nobody does: 301, 404, 405, 403.
final class Routes implements Function<HttpRequest, HttpAnswer> {
    private static final Logger LOG = LoggerFactory.getLogger(Routes.class);
    private static final String ANY = "{}";

    @FunctionalInterface
    interface Handler {
        /// Does what the request asks for.
        ///
        /// @param names the parts of the path that stand for a name
        HttpAnswer answer(List<String> names, String body) throws Refusal;
    }

    private record Route(List<String> methods, List<String> pattern, Handler handler) {
        boolean fits(List<String> parts) {
            if (parts.size() != pattern.size()) {
                return false;
            }
            for (int i = 0; i < parts.size(); i++) {
                boolean named = pattern.get(i).equals(ANY) && !parts.get(i).isEmpty();
                if (!named && !pattern.get(i).equals(parts.get(i))) {
                    return false;
                }
            }
            return true;
        }

        List<String> names(List<String> parts) {
            List<String> names = new ArrayList<>();
            for (int i = 0; i < parts.size(); i++) {
                if (pattern.get(i).equals(ANY)) {
                    names.add(parts.get(i));
                }
            }
            return names;
        }
    }

    private final List<Route> routes = new ArrayList<>();

    /// Adds a route.
    ///
    /// @param methods joined by commas
    /// @param pattern a path in which `{}` stands for a name
    Routes on(String methods, String pattern, Handler handler) {
        routes.add(new Route(List.of(methods.split(",")), parts(pattern), handler));
        return this;
    }

    /// One request at a time: control calls are short, and see each other's work whole.
    @Override
    public synchronized HttpAnswer apply(HttpRequest request) {
        int query = request.target().indexOf('?');
        String path;
        try {
            path = decode(query < 0 ? request.target() : request.target().substring(0, query));
        } catch (IllegalArgumentException e) {
            return HttpAnswer.text(400, "The path is not well encoded; % must be followed by two hexadecimal digits");
        }
        String clean = clean(path);
        if (!clean.equals(path)) {
            return HttpAnswer.movedTo(
                    encode(clean) + (query < 0 ? "" : request.target().substring(query)));
        }
        List<String> parts = parts(path);
        List<Route> fitting = routes.stream().filter(route -> route.fits(parts)).toList();
        if (fitting.isEmpty()) {
            return HttpAnswer.text(404, "404 page not found");
        }
        return fitting.stream()
                .filter(route -> route.methods().contains(request.method()))
                .findFirst()
                .map(route -> answer(route, route.names(parts), request))
                .orElseGet(() -> HttpAnswer.empty(405));
    }

    private static HttpAnswer answer(Route route, List<String> names, HttpRequest request) {
        // The real server turns browsers away, so that no web page can talk to it.
        if (request.header("user-agent").startsWith("Mozilla/")) {
            return HttpAnswer.text(403, "User agent not allowed");
        }
        try {
            return route.handler().answer(names, request.body());
        } catch (Refusal e) {
            return HttpAnswer.of(e);
        } catch (RuntimeException e) {
            LOG.error("{} {} failed", request.method(), request.target(), e);
            return HttpAnswer.of(Refusal.failure("the server has a fault, see its log: " + e));
        }
    }

    private static List<String> parts(String path) {
        return Arrays.asList(path.split("/", -1));
    }

    private static String decode(String path) {
        return URLDecoder.decode(path.replace("+", "%2B"), StandardCharsets.UTF_8);
    }

    private static String encode(String path) {
        try {
            return new URI(null, null, path, null).toASCIIString();
        } catch (URISyntaxException e) {
            return "/";
        }
    }

    /// The path without empty parts, `.` and `..`; a slash at the end stays.
    private static String clean(String path) {
        ArrayDeque<String> kept = new ArrayDeque<>();
        for (String part : parts(path)) {
            if (part.equals("..")) {
                kept.pollLast();
            } else if (!part.isEmpty() && !part.equals(".")) {
                kept.addLast(part);
            }
        }
        String joined = "/" + String.join("/", kept);
        return path.endsWith("/") && !kept.isEmpty() ? joined + "/" : joined;
    }
}

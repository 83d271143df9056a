package dev.relaybench.harness.toxiproxy;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/// What each request does. The order of checks is the real server's.
final class ControlApi {
    /// The version of the real server whose behaviour this one has.
    private static final String VERSION = "2.12.0";

    private final Proxies proxies;

    ControlApi(Proxies proxies) {
        this.proxies = proxies;
    }

    Routes routes() {
        return new Routes()
                .on("GET", "/version", (ignoredNames, ignoredBody) -> version())
                .on("GET", "/proxies", (ignoredNames, ignoredBody) -> HttpAnswer.json(200, Json.byName(proxies.all())))
                .on("POST", "/proxies", (ignoredNames, body) -> create(body))
                .on("GET", "/proxies/{}", (names, ignoredBody) -> HttpAnswer.json(200, Json.of(proxy(names))))
                .on("POST,PATCH", "/proxies/{}", this::update)
                .on("DELETE", "/proxies/{}", (names, ignoredBody) -> delete(names))
                .on(
                        "GET",
                        "/proxies/{}/toxics",
                        (names, ignoredBody) -> HttpAnswer.json(200, Json.toxics(proxy(names))))
                .on("POST", "/proxies/{}/toxics", this::addToxic)
                .on("GET", "/proxies/{}/toxics/{}", (names, ignoredBody) -> HttpAnswer.json(200, Json.of(toxic(names))))
                .on("POST,PATCH", "/proxies/{}/toxics/{}", this::updateToxic)
                .on("DELETE", "/proxies/{}/toxics/{}", (names, ignoredBody) -> removeToxic(names))
                .on("POST", "/reset", (ignoredNames, ignoredBody) -> reset())
                .on("POST", "/populate", (ignoredNames, body) -> populate(body));
    }

    private Proxy proxy(List<String> names) throws Refusal {
        return proxies.get(names.getFirst());
    }

    private ToxicSpec toxic(List<String> names) throws Refusal {
        ToxicSpec toxic = proxy(names).toxic(names.getLast());
        if (toxic == null) {
            throw Refusal.notFound("toxic not found");
        }
        return toxic;
    }

    private static HttpAnswer version() {
        return HttpAnswer.json(
                200, "application/json;charset=utf-8", Json.object().put("version", VERSION));
    }

    private HttpAnswer create(String body) throws Refusal {
        ProxyRequest request = ProxyRequest.from(RequestBody.parse(body));
        return HttpAnswer.json(201, Json.of(proxies.create(request)));
    }

    private HttpAnswer update(List<String> names, String body) throws Refusal {
        Proxy proxy = proxy(names);
        ProxyRequest request = ProxyRequest.from(RequestBody.parse(body));
        proxy.update(
                Objects.requireNonNullElse(request.listen(), proxy.listen()),
                Objects.requireNonNullElse(request.upstream(), proxy.upstream()),
                Objects.requireNonNullElse(request.enabled(), proxy.isEnabled()));
        return HttpAnswer.json(200, Json.of(proxy));
    }

    private HttpAnswer delete(List<String> names) throws Refusal {
        proxies.delete(names.getFirst());
        return HttpAnswer.empty(204);
    }

    private HttpAnswer addToxic(List<String> names, String body) throws Refusal {
        Proxy proxy = proxy(names);
        ToxicSpec toxic = ToxicRequest.from(RequestBody.parse(body)).newToxicFor(proxy);
        proxy.add(toxic);
        return HttpAnswer.json(200, Json.of(toxic));
    }

    private HttpAnswer updateToxic(List<String> names, String body) throws Refusal {
        ToxicSpec toxic = toxic(names);
        ToxicSpec changed = ToxicRequest.changeFrom(RequestBody.parse(body)).changed(toxic);
        proxy(names).replace(changed);
        return HttpAnswer.json(200, Json.of(changed));
    }

    private HttpAnswer removeToxic(List<String> names) throws Refusal {
        ToxicSpec toxic = toxic(names);
        proxy(names).remove(toxic);
        return HttpAnswer.empty(204);
    }

    private HttpAnswer reset() throws Refusal {
        proxies.reset();
        return HttpAnswer.empty(204);
    }

    private HttpAnswer populate(String body) {
        Proxies.Populated populated;
        try {
            List<ProxyRequest> requests = new ArrayList<>();
            for (RequestBody entry : RequestBody.parseList(body)) {
                requests.add(ProxyRequest.from(entry));
            }
            populated = proxies.populate(requests);
        } catch (Refusal e) {
            populated = new Proxies.Populated(List.of(), e);
        }
        ObjectNode answer = Json.populated(populated.proxies());
        @Nullable Refusal refusal = populated.refusal();
        if (refusal == null) {
            return HttpAnswer.json(201, answer);
        }
        return HttpAnswer.json(refusal.status(), answer.setAll(Json.of(refusal)));
    }
}

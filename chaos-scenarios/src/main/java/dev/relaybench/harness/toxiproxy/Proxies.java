package dev.relaybench.harness.toxiproxy;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Objects;
import java.util.SplittableRandom;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/// All proxies of a server, by name. For one control call at a time.
final class Proxies {
    private final TreeMap<String, Proxy> byName = new TreeMap<>();
    private final SplittableRandom random;
    private boolean closed;

    Proxies(SplittableRandom random) {
        this.random = random;
    }

    Collection<Proxy> all() {
        return byName.values();
    }

    Proxy get(String name) throws Refusal {
        Proxy proxy = byName.get(name);
        if (proxy == null) {
            throw Refusal.notFound("proxy not found");
        }
        return proxy;
    }

    Proxy create(ProxyRequest request) throws Refusal {
        if (byName.containsKey(request.requiredName(""))) {
            throw Refusal.conflict("proxy already exists");
        }
        Proxy proxy = open(request);
        byName.put(proxy.name(), proxy);
        return proxy;
    }

    private Proxy open(ProxyRequest request) throws Refusal {
        if (closed) {
            throw Refusal.failure("the server is closed");
        }
        Proxy proxy = new Proxy(
                request.requiredName(""),
                Objects.requireNonNullElse(request.listen(), ""),
                request.requiredUpstream(""),
                random.split());
        if (!Boolean.FALSE.equals(request.enabled())) {
            proxy.start();
        }
        return proxy;
    }

    void delete(String name) throws Refusal {
        get(name).stop();
        byName.remove(name);
    }

    /// Enables every proxy and removes its toxics. One that cannot be enabled keeps them, and the others go on.
    void reset() throws Refusal {
        Refusal first = null;
        for (Proxy proxy : byName.values()) {
            try {
                proxy.start();
                proxy.toxics().forEach(proxy::remove);
            } catch (Refusal e) {
                first = Objects.requireNonNullElse(first, e);
            }
        }
        if (first != null) {
            throw first;
        }
    }

    /// What a call has done, and what stopped it before its end.
    record Populated(List<Proxy> proxies, @Nullable Refusal refusal) {}

    Populated populate(List<ProxyRequest> requests) {
        List<Proxy> done = new ArrayList<>();
        try {
            for (int i = 0; i < requests.size(); i++) {
                String place = " at proxy " + (i + 1);
                requests.get(i).requiredName(place);
                requests.get(i).requiredUpstream(place);
            }
            for (ProxyRequest request : requests) {
                done.add(createOrReplace(request));
            }
            return new Populated(done, null);
        } catch (Refusal e) {
            return new Populated(done, e);
        }
    }

    private Proxy createOrReplace(ProxyRequest request) throws Refusal {
        Proxy existing = byName.get(request.requiredName(""));
        if (existing != null) {
            String listen = Objects.requireNonNullElse(request.listen(), "");
            if (!existing.differs(listen, request.requiredUpstream(""))) {
                return existing;
            }
            existing.stop();
        }
        Proxy proxy = open(request);
        byName.put(proxy.name(), proxy);
        return proxy;
    }

    void close() {
        closed = true;
        byName.values().forEach(Proxy::stop);
        byName.clear();
    }
}

package dev.relaybench.harness.toxiproxy.conformance;

import java.util.Deque;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedDeque;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// What one attempt at one case works with: the server, the time it has, and all that has to be cleaned up behind it.
public final class Scene implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(Scene.class);

    private final ServerApi api;
    private final Deadline deadline;
    private final Deque<AutoCloseable> kept = new ConcurrentLinkedDeque<>();
    private final Set<String> proxies = ConcurrentHashMap.newKeySet();

    Scene(ServerApi api, Deadline deadline) {
        this.api = api;
        this.deadline = deadline;
    }

    ServerApi api() {
        return api;
    }

    Deadline deadline() {
        return deadline;
    }

    /// Is closed with the scene.
    <T extends AutoCloseable> T keep(T resource) {
        kept.push(resource);
        return resource;
    }

    /// Says, before it is created, which proxy is deleted with the scene.
    void creates(String proxyName) {
        proxies.add(proxyName);
        api.owns(proxyName);
    }

    /// Closes every socket, then deletes every proxy. A second call finds nothing left to do.
    @Override
    public void close() {
        for (AutoCloseable resource = kept.poll(); resource != null; resource = kept.poll()) {
            try {
                resource.close();
            } catch (Exception e) {
                LOG.debug("A socket could not be closed in order", e);
            }
        }
        if (!proxies.isEmpty()) {
            api.delete(proxies);
        }
    }
}

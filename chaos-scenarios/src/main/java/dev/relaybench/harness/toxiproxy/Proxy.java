package dev.relaybench.harness.toxiproxy;

import java.io.IOException;
import java.nio.channels.SocketChannel;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// One proxy: its addresses, its toxics and its open connections.
///
/// Changed by one control call at a time; its own lock is for the thread that accepts connections, so that each one
/// gets every toxic exactly once.
final class Proxy {
    private static final Logger LOG = LoggerFactory.getLogger(Proxy.class);

    private final String name;
    private final SplittableRandom random;
    private final Set<Connection> connections = ConcurrentHashMap.newKeySet();
    private final List<ToxicSpec> toxics = new ArrayList<>();
    private String listen;
    private volatile String upstream;
    private @Nullable Listener listener;
    private boolean accepting;

    /// A proxy that is not enabled yet.
    Proxy(String name, String listen, String upstream, SplittableRandom random) {
        this.name = name;
        this.listen = listen;
        this.upstream = upstream;
        this.random = random;
    }

    String name() {
        return name;
    }

    String listen() {
        return listen;
    }

    String upstream() {
        return upstream;
    }

    boolean isEnabled() {
        return listener != null;
    }

    boolean differs(String otherListen, String otherUpstream) throws Refusal {
        String resolved = HostPort.parse(otherListen).resolved().toString();
        return !listen.equals(resolved) || !upstream.equals(otherUpstream);
    }

    void update(String newListen, String newUpstream, boolean enabled) throws Refusal {
        if (differs(newListen, newUpstream)) {
            stop();
            listen = newListen;
            upstream = newUpstream;
        }
        if (enabled) {
            start();
        } else {
            stop();
        }
    }

    void start() throws Refusal {
        if (listener == null) {
            synchronized (this) {
                accepting = true;
            }
            Listener opened = Listener.open(HostPort.parse(listen).resolved(), this::accept);
            listen = opened.address().toString();
            listener = opened;
        }
    }

    /// Refuses new connections and closes the open ones.
    void stop() {
        Listener closing = listener;
        if (closing != null) {
            synchronized (this) {
                accepting = false;
            }
            listener = null;
            closing.close();
            connections.forEach(Connection::close);
        }
    }

    private void accept(SocketChannel client) {
        SocketChannel server = null;
        try {
            server = SocketChannel.open();
            Connection connection = register(client, server);
            if (connection != null) {
                Threads.start("toxiproxy-upstream", () -> connection.run(upstream));
                return;
            }
        } catch (IOException e) {
            LOG.warn("Proxy {} had to drop a connection", name, e);
        }
        Channels.close(client);
        if (server != null) {
            Channels.close(server);
        }
    }

    private synchronized @Nullable Connection register(SocketChannel client, SocketChannel server) throws IOException {
        if (!accepting) {
            return null;
        }
        Connection connection = new Connection(client, server, random.split(), toxics, connections::remove);
        connections.add(connection);
        return connection;
    }

    /// First those of the upstream direction, each in order of creation.
    synchronized List<ToxicSpec> toxics() {
        List<ToxicSpec> listed = new ArrayList<>();
        toxics.stream().filter(ToxicSpec::isUpstream).forEach(listed::add);
        toxics.stream().filter(toxic -> !toxic.isUpstream()).forEach(listed::add);
        return listed;
    }

    synchronized @Nullable ToxicSpec toxic(String toxicName) {
        int index = indexOf(toxicName);
        return index < 0 ? null : toxics.get(index);
    }

    synchronized void add(ToxicSpec toxic) {
        toxics.add(toxic);
        onEach(connection -> connection.add(toxic));
    }

    synchronized void replace(ToxicSpec toxic) {
        toxics.set(indexOf(toxic.name()), toxic);
        onEach(connection -> connection.update(toxic));
    }

    synchronized void remove(ToxicSpec toxic) {
        toxics.remove(indexOf(toxic.name()));
        onEach(connection -> connection.remove(toxic));
    }

    private void onEach(Consumer<Connection> change) {
        connections.forEach(change);
    }

    private int indexOf(String toxicName) {
        for (int i = 0; i < toxics.size(); i++) {
            if (toxics.get(i).name().equals(toxicName)) {
                return i;
            }
        }
        return -1;
    }
}

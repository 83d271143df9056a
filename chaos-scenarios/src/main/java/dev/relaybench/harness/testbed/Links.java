package dev.relaybench.harness.testbed;

import eu.rekawek.toxiproxy.Proxy;
import eu.rekawek.toxiproxy.ToxiproxyClient;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.Map;

/// The named links of a testbed, each a proxy of its own Toxiproxy: `postgres`, `kafka-1`.
public final class Links {
    private final ToxiproxyClient client;
    private final Map<String, Proxy> proxies = new LinkedHashMap<>();

    /// @param toxiproxyPort where a Toxiproxy's HTTP API listens on 127.0.0.1
    Links(int toxiproxyPort) {
        client = new ToxiproxyClient("127.0.0.1", toxiproxyPort);
    }

    /// The link with that name.
    ///
    /// @throws TestbedException if there is none; the message lists those there are
    public synchronized Proxy get(String name) {
        Proxy proxy = proxies.get(name);
        if (proxy == null) {
            throw new TestbedException("There is no link " + name + ": there are " + proxies.keySet() + ".");
        }
        return proxy;
    }

    /// The link to PostgreSQL; used by connections to {@link Postgres#jdbcUrlProxied(String)}.
    public Proxy postgres() {
        return get("postgres");
    }

    /// The link to the first broker; used by clients that start at {@link Kafka#bootstrapProxied()}.
    public Proxy kafka() {
        return get("kafka-1");
    }

    /// Opens one more link, from a leased port to a port of a server.
    synchronized void open(String name, int listenPort, int upstreamPort) {
        try {
            proxies.put(name, client.createProxy(name, "127.0.0.1:" + listenPort, "127.0.0.1:" + upstreamPort));
        } catch (IOException e) {
            throw new TestbedException("The link " + name + " could not be made: " + e.getMessage() + ".", e);
        }
    }

    /// Takes every toxic away and lets every link through again.
    public void heal() {
        try {
            client.reset();
        } catch (IOException e) {
            throw new TestbedException("The links could not be healed: " + e.getMessage() + ".", e);
        }
    }
}

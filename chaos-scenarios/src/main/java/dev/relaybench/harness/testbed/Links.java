package dev.relaybench.harness.testbed;

import eu.rekawek.toxiproxy.Proxy;
import eu.rekawek.toxiproxy.ToxiproxyClient;
import eu.rekawek.toxiproxy.model.Toxic;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// The named links of a testbed, each a proxy of its own on a Toxiproxy: `postgres`, `kafka-1`. The Toxiproxy may be
/// somebody else's: proxies that were not opened here are never touched, so it is never reset as a whole.
public final class Links {
    private static final String POSTGRES = "postgres";
    private static final String BROKER = "kafka-";

    private final ToxiproxyClient client;
    private final String prefix;
    private final Map<String, Proxy> proxies = new LinkedHashMap<>();
    private boolean closed;

    /// @param host where a Toxiproxy's HTTP API listens
    /// @param prefix begins the names of the proxies there
    Links(String host, int port, String prefix) {
        this.client = new ToxiproxyClient(host, port);
        this.prefix = prefix;
    }

    static String nameOfBroker(int number) {
        return BROKER + number;
    }

    static int numberOfBroker(String name) {
        return Integer.parseInt(name.substring(BROKER.length()));
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
        return get(POSTGRES);
    }

    synchronized boolean reachesPostgres() {
        return proxies.containsKey(POSTGRES);
    }

    /// The links to the brokers, one for each; used by clients that start at {@link Kafka#bootstrapProxied()}.
    public synchronized List<Proxy> brokers() {
        return proxies.entrySet().stream()
                .filter(link -> link.getKey().startsWith(BROKER))
                .map(Map.Entry::getValue)
                .toList();
    }

    /// Opens one more link.
    ///
    /// @param listen `host:port` where the proxy listens, as the Toxiproxy sees it
    /// @param upstream `host:port` of the server, as the Toxiproxy sees it
    /// @throws TestbedException if the Toxiproxy refuses, for example because it has a proxy of that name
    synchronized void open(String name, String listen, String upstream) {
        if (closed) {
            throw new TestbedException("The link " + name + " cannot be made any more: the testbed is closed.");
        }
        try {
            proxies.put(name, client.createProxy(prefix + name, listen, upstream));
        } catch (IOException e) {
            throw new TestbedException("The link " + name + " could not be made: " + e.getMessage() + ".", e);
        }
    }

    /// Takes every toxic away and lets every link through again.
    public synchronized void heal() {
        try {
            for (Proxy proxy : proxies.values()) {
                for (Toxic toxic : proxy.toxics().getAll()) {
                    toxic.remove();
                }
                proxy.enable();
            }
        } catch (IOException e) {
            throw new TestbedException("The links could not be healed: " + e.getMessage() + ".", e);
        }
    }

    /// Takes the proxies away again, with the faults that are on. Each is tried, whatever becomes of the others; one
    /// that somebody else has removed is no error.
    ///
    /// @throws TestbedException naming those that stay
    synchronized void closeAll() {
        closed = true;
        Removals.tryEach(List.copyOf(proxies.keySet()), name -> {
            try {
                get(name).delete();
            } catch (FileNotFoundException e) {
                // HTTP's 404: somebody else has removed it.
            } catch (IOException e) {
                throw new TestbedException(
                        "The proxy " + prefix + name + " could not be removed (" + e.getMessage()
                                + "): remove it by hand.",
                        e);
            }
            proxies.remove(name);
        });
    }
}

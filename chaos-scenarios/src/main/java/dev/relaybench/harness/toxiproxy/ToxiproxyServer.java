package dev.relaybench.harness.toxiproxy;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.SplittableRandom;

/// A Toxiproxy-compatible server inside this process, for any client of Toxiproxy's HTTP API.
///
/// The API listens on 127.0.0.1 at a free port, or where it is told to. Proxies listen where they are told to. What it
/// does like the real server, and what it does not, is said with this package.
public final class ToxiproxyServer implements AutoCloseable {
    private static final InetSocketAddress LOOPBACK = new InetSocketAddress(InetAddress.ofLiteral("127.0.0.1"), 0);

    private final Proxies proxies;
    private final Routes routes;
    private final HttpPort http;

    private ToxiproxyServer(InetSocketAddress address, SplittableRandom random) {
        proxies = new Proxies(random);
        routes = new ControlApi(proxies).routes();
        http = HttpPort.open(address, routes);
    }

    /// Starts a server whose draws differ from run to run.
    ///
    /// @throws java.io.UncheckedIOException when there is no free port
    public static ToxiproxyServer start() {
        return new ToxiproxyServer(LOOPBACK, new SplittableRandom());
    }

    /// Starts a server whose draws follow from the seed: the n-th connection of the n-th proxy draws alike in each run.
    ///
    /// @throws java.io.UncheckedIOException when there is no free port
    public static ToxiproxyServer start(long seed) {
        return new ToxiproxyServer(LOOPBACK, new SplittableRandom(seed));
    }

    /// Starts a server whose API listens on this address; port 0 is any free one.
    ///
    /// @throws java.io.UncheckedIOException when the address is taken, or is none of this machine's
    public static ToxiproxyServer start(InetSocketAddress address) {
        return new ToxiproxyServer(address, new SplittableRandom());
    }

    /// Where the HTTP API listens.
    public InetSocketAddress address() {
        return http.address();
    }

    /// The port of the HTTP API.
    public int port() {
        return http.number();
    }

    /// Closes every proxy, every connection through one, and the API.
    @Override
    public void close() {
        http.close();
        // The lock of control calls: one that is under way ends first.
        synchronized (routes) {
            proxies.close();
        }
    }
}

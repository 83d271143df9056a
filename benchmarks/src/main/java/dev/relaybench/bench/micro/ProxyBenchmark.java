package dev.relaybench.bench.micro;

import dev.relaybench.harness.toxiproxy.ToxiproxyServer;
import eu.rekawek.toxiproxy.ToxiproxyClient;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

/// What the embedded proxy adds to a round trip, and what it leaves of the throughput, when it has no toxics.
@State(Scope.Benchmark)
@Fork(1)
public class ProxyBenchmark {
    private static final int MEGABYTES = 256;
    private static final int BUFFER_BYTES = 65_536;
    private static final int BUFFERS_PER_MEGABYTE = 16;

    /// What a request asks of the backend, in one byte.
    private static final int ECHO = 1;

    private static final int SEND_BULK = 2;

    /// The ways to reach the backend.
    public enum Route {
        /// Straight.
        DIRECT,
        /// Through a proxy without toxics.
        PROXY
    }

    @Param({"DIRECT", "PROXY"})
    Route route = Route.DIRECT;

    private final byte[] buffer = new byte[BUFFER_BYTES];

    /// Set by connect(), which JMH calls before anything else.
    @SuppressWarnings("NullAway.Init")
    private Rig rig;

    private record Rig(
            ServerSocket backend, ToxiproxyServer server, Socket client, DataInputStream in, OutputStream out) {}

    /// Starts the backend and connects to it.
    @Setup
    public void connect() throws IOException {
        ServerSocket backend = new ServerSocket(0, 8, InetAddress.getLoopbackAddress());
        Thread.ofPlatform().daemon().name("backend").start(() -> serve(backend));
        ToxiproxyServer server = ToxiproxyServer.start();
        int port = backend.getLocalPort();
        if (route == Route.PROXY) {
            String listen = new ToxiproxyClient("127.0.0.1", server.port())
                    .createProxy(route.name().toLowerCase(Locale.ROOT), "127.0.0.1:0", "127.0.0.1:" + port)
                    .getListen();
            port = Integer.parseInt(listen.substring(listen.lastIndexOf(':') + 1));
        }
        Socket client = new Socket(InetAddress.getLoopbackAddress(), port);
        client.setTcpNoDelay(true);
        rig = new Rig(backend, server, client, new DataInputStream(client.getInputStream()), client.getOutputStream());
    }

    /// Frees the ports.
    @TearDown
    public void close() throws IOException {
        rig.client().close();
        rig.server().close();
        rig.backend().close();
    }

    private static void serve(ServerSocket backend) {
        try (Socket socket = backend.accept()) {
            socket.setTcpNoDelay(true);
            InputStream in = socket.getInputStream();
            OutputStream out = socket.getOutputStream();
            byte[] bulk = new byte[BUFFER_BYTES];
            for (int request = in.read(); request >= 0; request = in.read()) {
                int buffers = request == SEND_BULK ? MEGABYTES * BUFFERS_PER_MEGABYTE : 0;
                for (int i = 0; i < buffers; i++) {
                    out.write(bulk);
                }
                if (request == ECHO) {
                    out.write(request);
                }
            }
        } catch (IOException e) {
            // The end of the trial.
        }
    }

    /// One byte there and back.
    @Benchmark
    @BenchmarkMode(Mode.AverageTime)
    @OutputTimeUnit(TimeUnit.MICROSECONDS)
    @Warmup(iterations = 3, time = 2)
    @Measurement(iterations = 5, time = 2)
    public int roundTrip() throws IOException {
        rig.out().write(ECHO);
        return rig.in().read();
    }

    /// Megabytes a second in one connection.
    @Benchmark
    @BenchmarkMode(Mode.Throughput)
    @OutputTimeUnit(TimeUnit.SECONDS)
    @OperationsPerInvocation(MEGABYTES)
    @Warmup(iterations = 2, time = 2)
    @Measurement(iterations = 5, time = 2)
    public byte throughputMegabytes() throws IOException {
        rig.out().write(SEND_BULK);
        for (int i = 0; i < MEGABYTES * BUFFERS_PER_MEGABYTE; i++) {
            rig.in().readFully(buffer);
        }
        return buffer[0];
    }
}

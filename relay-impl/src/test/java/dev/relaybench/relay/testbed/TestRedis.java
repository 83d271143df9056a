package dev.relaybench.relay.testbed;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import redis.embedded.RedisServer;

/// One real Redis on a port of its own, on 127.0.0.1, that can be stopped and started again.
public final class TestRedis implements AutoCloseable {
    private final int port;
    private RedisServer server;

    private TestRedis(int port) throws IOException {
        this.port = port;
        this.server = server(port);
    }

    /// One that runs.
    public static TestRedis start() throws IOException {
        TestRedis redis = absent();
        redis.startAgain();
        return redis;
    }

    /// One that has not been started: its port refuses.
    public static TestRedis absent() throws IOException {
        return new TestRedis(freePort());
    }

    /// Its address.
    public String url() {
        return "redis://127.0.0.1:" + port;
    }

    /// Starts it, at the same address as before.
    public void startAgain() throws IOException {
        if (!server.isActive()) {
            server = server(port);
            server.start();
        }
    }

    /// Ends it; all its connections break.
    public void stop() throws IOException {
        server.stop();
    }

    @Override
    public void close() throws IOException {
        stop();
    }

    private static RedisServer server(int port) throws IOException {
        return RedisServer.newRedisServer()
                .port(port)
                .bind("127.0.0.1")
                .setting("save \"\"")
                .build();
    }

    private static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getByAddress(new byte[] {127, 0, 0, 1}))) {
            return socket.getLocalPort();
        }
    }
}

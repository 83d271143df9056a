package dev.relaybench.harness.toxiproxy;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.Socket;
import java.net.SocketException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/// One end of a connection in a test: sends, and notes what arrives when.
final class Peer implements AutoCloseable {
    private static final Duration LIMIT = Duration.ofSeconds(15);

    enum Ending {
        FIN,
        RST
    }

    /// @param atNanos on the clock of System.nanoTime
    record End(Ending how, long atNanos) {}

    record Chunk(int bytes, long atNanos) {}

    private final Socket socket;
    private final ByteArrayOutputStream received = new ByteArrayOutputStream();
    private final List<Chunk> chunks = new ArrayList<>();
    private @Nullable End end;

    private Peer(Socket socket) {
        this.socket = socket;
    }

    /// A peer that does not read.
    static Peer silent(Socket socket) {
        try {
            socket.setTcpNoDelay(true);
            return new Peer(socket);
        } catch (SocketException e) {
            throw new UncheckedIOException(e);
        }
    }

    static Peer reading(Socket socket) {
        Peer peer = silent(socket);
        peer.startReading();
        return peer;
    }

    void startReading() {
        Thread.ofPlatform().daemon().name("peer").start(this::read);
    }

    private void read() {
        byte[] buffer = new byte[65_536];
        Ending how = Ending.FIN;
        try {
            InputStream in = socket.getInputStream();
            for (int n = in.read(buffer); n >= 0; n = in.read(buffer)) {
                note(buffer, n);
            }
        } catch (IOException e) {
            how = Ending.RST;
        }
        synchronized (this) {
            end = new End(how, System.nanoTime());
            notifyAll();
        }
    }

    private synchronized void note(byte[] buffer, int bytes) {
        chunks.add(new Chunk(bytes, System.nanoTime()));
        received.write(buffer, 0, bytes);
        notifyAll();
    }

    /// Random bytes that can be made again from their number.
    static byte[] bytes(int count) {
        byte[] bytes = new byte[count];
        new Random(count).nextBytes(bytes);
        return bytes;
    }

    /// Sends that many bytes and returns when.
    long send(int count) {
        return send(bytes(count));
    }

    long send(byte[] bytes) {
        long sentNanos = System.nanoTime();
        try {
            socket.getOutputStream().write(bytes);
            return sentNanos;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /// Sends from a thread of its own and forgets about it, as the other side may never read.
    void sendInBackground(int count) {
        Thread.ofPlatform().daemon().name("peer-sender").start(() -> {
            try {
                socket.getOutputStream().write(bytes(count));
            } catch (IOException e) {
                // The test says by other means what it expects.
            }
        });
    }

    long shutOutput() {
        try {
            socket.shutdownOutput();
            return System.nanoTime();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /// Closes with RST.
    long abort() {
        try {
            socket.setSoLinger(true, 0);
        } catch (SocketException e) {
            throw new UncheckedIOException(e);
        }
        return closeNow();
    }

    long closeNow() {
        long nanos = System.nanoTime();
        close();
        return nanos;
    }

    /// When the byte with this number, counted from 1, had arrived.
    synchronized long awaitBytes(int count) {
        await(() -> received.size() >= count, "byte " + count);
        int sum = 0;
        for (Chunk chunk : chunks) {
            sum += chunk.bytes();
            if (sum >= count) {
                return chunk.atNanos();
            }
        }
        throw new AssertionError("the chunks hold " + sum + " bytes");
    }

    synchronized End awaitEnd() {
        await(() -> end != null, "the end of the stream");
        if (end == null) {
            throw new AssertionError("unreachable");
        }
        return end;
    }

    private synchronized void await(BooleanSupplier condition, String what) {
        long deadlineNanos = System.nanoTime() + LIMIT.toNanos();
        while (!condition.getAsBoolean()) {
            long leftMillis = (deadlineNanos - System.nanoTime()) / 1_000_000;
            if (leftMillis <= 0) {
                throw new AssertionError(
                        what + " has not come within " + LIMIT + ": " + received.size() + " bytes, end " + end);
            }
            try {
                wait(leftMillis);
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
        }
    }

    synchronized boolean isOpen() {
        return end == null;
    }

    synchronized int count() {
        return received.size();
    }

    synchronized byte[] received() {
        return received.toByteArray();
    }

    @Override
    public void close() {
        try {
            socket.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}

package dev.relaybench.harness.toxiproxy.conformance;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.net.SocketException;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/// One end of a connection in a case: sends, and notes what arrives when. Its waits end with the case's deadline.
final class Peer {
    enum Ending {
        FIN,
        RST
    }

    /// @param atNanos on the clock of System.nanoTime
    record End(Ending how, long atNanos) {}

    record Chunk(int bytes, long atNanos) {}

    private final String name;
    private final Socket socket;
    private final Deadline deadline;
    private final ByteArrayOutputStream received = new ByteArrayOutputStream();
    private final List<Chunk> chunks = new ArrayList<>();
    private @Nullable End end;

    /// A peer that does not read yet.
    Peer(String name, Socket socket, Deadline deadline) throws SocketException {
        socket.setTcpNoDelay(true);
        this.name = name;
        this.socket = socket;
        this.deadline = deadline;
    }

    /// Starts to read.
    Peer reading() {
        Thread.ofPlatform().daemon().name("conformance-" + name).start(this::read);
        return this;
    }

    /// What it is called in sentences.
    String name() {
        return name;
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
            throw new Deviation("the " + name + " could not send " + bytes.length + " bytes: " + e.getMessage());
        }
    }

    /// Sends from a thread of its own and forgets about it, as the other side may never read.
    void sendInBackground(int count) {
        Thread.ofPlatform().daemon().name("conformance-sender").start(() -> {
            try {
                socket.getOutputStream().write(bytes(count));
            } catch (IOException e) {
                // The case says by other means what it expects.
            }
        });
    }

    long shutOutput() throws IOException {
        socket.shutdownOutput();
        return System.nanoTime();
    }

    /// Closes with RST.
    long abort() throws IOException {
        socket.setSoLinger(true, 0);
        return close();
    }

    /// Closes and returns when.
    long close() throws IOException {
        long nanos = System.nanoTime();
        socket.close();
        return nanos;
    }

    /// When the byte with this number, counted from 1, had arrived.
    synchronized long awaitBytes(int count) {
        await(() -> received.size() >= count || end != null, "byte " + count);
        if (end != null && received.size() < count) {
            throw new Deviation("the " + name + "'s connection ended with " + end.how() + " after " + received.size()
                    + " bytes, before byte " + count);
        }
        int sum = 0;
        for (Chunk chunk : chunks) {
            sum += chunk.bytes();
            if (sum >= count) {
                return chunk.atNanos();
            }
        }
        throw new IllegalStateException("the chunks hold " + sum + " bytes");
    }

    synchronized End awaitEnd() {
        await(() -> end != null, "the end of the stream");
        if (end == null) {
            throw new IllegalStateException("no end");
        }
        return end;
    }

    private synchronized void await(BooleanSupplier condition, String what) {
        while (!condition.getAsBoolean()) {
            long leftMillis = deadline.leftMillis();
            if (leftMillis == 0) {
                throw new Deviation(what + " has not come to the " + name + " within "
                        + deadline.words() + ", only " + received.size() + " bytes"
                        + (end == null ? "" : " and " + end.how()));
            }
            try {
                wait(leftMillis);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new NotJudged("the case was interrupted");
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

    synchronized List<Chunk> chunks() {
        return List.copyOf(chunks);
    }
}

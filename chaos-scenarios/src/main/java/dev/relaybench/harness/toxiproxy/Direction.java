package dev.relaybench.harness.toxiproxy;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.util.List;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.random.RandomGenerator;

/// One direction of a connection: a reader, a chain of toxics and a writer.
///
/// Without toxics the reader writes straight to the destination. The first toxic brings a thread that works the chain;
/// as only the reader puts data in, it may go straight again as soon as the chain is idle. No socket is touched under
/// the lock.
final class Direction {
    private static final int BUFFER_BYTES = 65_536;

    private final SocketChannel source;
    private final SocketChannel destination;
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    private final Condition room = lock.newCondition();
    private final Runnable onFinish;
    private final Chain chain;
    private boolean open;
    private boolean worked;
    private boolean writing;
    private boolean finished;

    /// @param onFinish called once, when the destination has been closed
    Direction(SocketChannel source, SocketChannel destination, RandomGenerator random, Runnable onFinish) {
        this.source = source;
        this.destination = destination;
        this.onFinish = onFinish;
        this.chain = new Chain(random);
    }

    /// Moves data until the direction has ended.
    void run() {
        lock.lock();
        try {
            open = true;
            ensureWorker();
        } finally {
            lock.unlock();
        }
        try {
            // On the heap: measured as fast as a direct one, and freed when the connection ends.
            ByteBuffer buffer = ByteBuffer.allocate(BUFFER_BYTES);
            boolean wanted = true;
            while (wanted && source.read(buffer.clear()) >= 0) {
                wanted = forward(buffer.flip());
            }
        } catch (IOException e) {
            // A reset, or a close by the other direction: an end of stream like any other.
        } finally {
            end();
        }
    }

    /// Returns false when nothing more will reach the destination.
    private boolean forward(ByteBuffer buffer) throws IOException {
        if (isStraight()) {
            return write(buffer);
        }
        long receivedNanos = Ticks.now();
        while (buffer.hasRemaining()) {
            int size = Math.min(buffer.remaining(), Piece.MAX_BYTES);
            ByteBuffer copy = ByteBuffer.allocate(size).put(0, buffer, buffer.position(), size);
            buffer.position(buffer.position() + size);
            if (!offer(new Piece(copy, receivedNanos))) {
                return false;
            }
        }
        return true;
    }

    private boolean isStraight() {
        lock.lock();
        try {
            return chain.isIdle() && !writing;
        } finally {
            lock.unlock();
        }
    }

    private boolean offer(Piece piece) {
        lock.lock();
        try {
            while (!finished && !chain.accepts()) {
                room.awaitUninterruptibly();
            }
            chain.offer(piece, piece.receivedNanos());
            changed.signal();
            return !finished;
        } finally {
            lock.unlock();
        }
    }

    private void end() {
        lock.lock();
        try {
            if (!chain.isIdle() || writing) {
                chain.offer(EndOfStream.END, Ticks.now());
                changed.signal();
                return;
            }
        } finally {
            lock.unlock();
        }
        finish();
    }

    private boolean write(ByteBuffer bytes) {
        try {
            while (bytes.hasRemaining()) {
                destination.write(bytes);
            }
            return true;
        } catch (IOException e) {
            finish();
            return false;
        }
    }

    /// Closes the destination wholly, by which the other direction ends as well.
    void finish() {
        boolean first;
        lock.lock();
        try {
            first = !finished;
            finished = true;
            changed.signalAll();
            room.signalAll();
        } finally {
            lock.unlock();
        }
        if (first) {
            Channels.close(destination);
            onFinish.run();
        }
    }

    void add(List<ToxicSpec> specs) {
        change(now -> specs.forEach(spec -> chain.add(spec, now)));
    }

    void update(ToxicSpec spec) {
        change(now -> chain.update(spec, now));
    }

    void remove(String name) {
        change(now -> chain.remove(name, now));
    }

    @FunctionalInterface
    private interface Change {
        void at(long nowNanos);
    }

    private void change(Change change) {
        lock.lock();
        try {
            change.at(Ticks.now());
            ensureWorker();
            changed.signal();
        } finally {
            lock.unlock();
        }
    }

    private void ensureWorker() {
        if (open && !worked && !finished && !chain.isIdle()) {
            worked = true;
            Threads.start("toxiproxy-chain", this::work);
        }
    }

    private void work() {
        lock.lock();
        try {
            workUntilEnd();
        } catch (InterruptedException e) {
            // Nobody interrupts these threads; were it to happen, the direction ends in order.
        } finally {
            lock.unlock();
            finish();
        }
    }

    private void workUntilEnd() throws InterruptedException {
        while (!finished) {
            long now = Ticks.now();
            long dueNanos = chain.advance(now);
            Item item = chain.poll();
            if (chain.accepts()) {
                room.signalAll();
            }
            if (item instanceof Piece piece) {
                writeUnlocked(piece);
            } else if (item != null) {
                return;
            } else {
                long unusedRest = changed.awaitNanos(dueNanos - now);
            }
        }
    }

    private void writeUnlocked(Piece piece) {
        writing = true;
        lock.unlock();
        try {
            write(piece.bytes());
        } finally {
            lock.lock();
            writing = false;
        }
    }
}

package dev.relaybench.harness.testbed;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Optional;
import java.util.concurrent.ThreadLocalRandom;

/// A TCP port of 127.0.0.1 that no other harness on this machine takes while the lease is open.
///
/// The port lies below the range that the system gives to outgoing connections, so that a killed server finds it free
/// again. Between harnesses a lock on a file in a well-known directory decides; the system drops it when the process
/// ends, however it ends.
public final class PortLease implements AutoCloseable {
    static final int FIRST_PORT = 20_000;
    static final int LAST_PORT = 29_999;

    private final int port;
    private final FileChannel channel;

    private PortLease(int port, FileChannel channel) {
        this.port = port;
        this.channel = channel;
    }

    /// Leases some free port.
    ///
    /// @throws TestbedException if every port of the range is taken or the lock directory cannot be written
    public static PortLease take() {
        Path directory = lockDirectory();
        int count = LAST_PORT - FIRST_PORT + 1;
        int start = ThreadLocalRandom.current().nextInt(count);
        for (int i = 0; i < count; i++) {
            Optional<PortLease> lease = tryTake(FIRST_PORT + (start + i) % count, directory);
            if (lease.isPresent()) {
                return lease.get();
            }
        }
        throw new TestbedException(
                "No port from %d to %d is free on 127.0.0.1: end what listens there.".formatted(FIRST_PORT, LAST_PORT));
    }

    /// Leases this very port; empty when a harness or a server has it.
    static Optional<PortLease> tryTake(int port, Path directory) {
        FileChannel channel;
        try {
            channel = FileChannel.open(
                    directory.resolve(port + ".lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
        } catch (IOException e) {
            return Optional.empty(); // Another user's file: that user's harness has first call on the port.
        }
        if (locks(channel) && isFree(port)) {
            return Optional.of(new PortLease(port, channel));
        }
        close(channel);
        return Optional.empty();
    }

    public int port() {
        return port;
    }

    private static boolean locks(FileChannel channel) {
        try {
            FileLock lock = channel.tryLock();
            return lock != null;
        } catch (OverlappingFileLockException e) {
            return false; // Leased by this very process.
        } catch (IOException e) {
            throw new TestbedException("The system refuses file locks in " + lockRoot() + ".", e);
        }
    }

    private static boolean isFree(int port) {
        try (ServerSocket socket = new ServerSocket()) {
            socket.setReuseAddress(true); // As the servers do: connections that linger do not count.
            socket.bind(new InetSocketAddress(InetAddress.ofLiteral("127.0.0.1"), port));
            return true;
        } catch (IOException e) {
            return false;
        }
    }

    /// Not `java.io.tmpdir`: that differs between processes that must see each other's locks.
    private static Path lockRoot() {
        Path shared = Path.of("/tmp");
        return Files.isDirectory(shared) ? shared : Path.of(System.getProperty("java.io.tmpdir"));
    }

    static Path lockDirectory() {
        Path directory = lockRoot().resolve("relaybench-ports");
        try {
            if (!Files.isDirectory(directory)) {
                Files.createDirectories(directory);
                // Other users on the machine lease there as well.
                Files.setPosixFilePermissions(directory, PosixFilePermissions.fromString("rwxrwxrwx"));
            }
            return directory;
        } catch (IOException e) {
            throw new TestbedException("Ports cannot be leased: make " + directory + " writable.", e);
        }
    }

    private static void close(FileChannel channel) {
        try {
            channel.close();
        } catch (IOException e) {
            throw new TestbedException("A port's lock file cannot be closed: " + e.getMessage() + ".", e);
        }
    }

    /// Gives the port back. Closing twice does nothing.
    @Override
    public void close() {
        close(channel);
    }
}

package dev.relaybench.harness.testbed;

import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.UUID;

/// Where things that cost time to make are kept between runs. Two processes may make the same thing at once.
record CacheDirectory(Path path) {
    /// Makes what the cache lacks, in an empty directory.
    @FunctionalInterface
    interface Filler {
        void fill(Path directory) throws IOException;
    }

    /// `-Drelaybench.cache=DIR` when given, else the system's place for caches.
    static CacheDirectory find() {
        String chosen = System.getProperty("relaybench.cache");
        if (chosen != null) {
            return new CacheDirectory(Path.of(chosen).toAbsolutePath());
        }
        String xdg = System.getenv("XDG_CACHE_HOME");
        Path home = Path.of(System.getProperty("user.home"));
        Path system = Path.of("/var/cache");
        if (Files.isWritable(system)) {
            return new CacheDirectory(system.resolve("relaybench")); // Root's home is closed to the database's user.
        }
        return new CacheDirectory((xdg == null ? home.resolve(".cache") : Path.of(xdg)).resolve("relaybench"));
    }

    /// The directory `name`, filled by `filler` if it was not there: all or nothing, by a rename at the end.
    ///
    /// @throws TestbedException if the disk cannot be written
    Path get(String name, Filler filler) {
        Path wanted = path.resolve(name);
        if (Files.isDirectory(wanted)) {
            return wanted;
        }
        Path draft = path.resolve("." + name + "-" + UUID.randomUUID());
        try {
            Files.createDirectories(draft);
            filler.fill(draft);
            Files.move(draft, wanted, StandardCopyOption.ATOMIC_MOVE);
        } catch (FileAlreadyExistsException e) {
            Trees.delete(draft); // Another process was quicker.
        } catch (IOException e) {
            Trees.delete(draft);
            if (!(e instanceof FileSystemException && Files.isDirectory(wanted))) {
                throw new TestbedException(
                        "%s cannot be written (%s): free space there or choose another place by -Drelaybench.cache=DIR."
                                .formatted(path, e),
                        e);
            }
        } catch (RuntimeException e) {
            Trees.delete(draft);
            throw e;
        }
        return wanted;
    }
}

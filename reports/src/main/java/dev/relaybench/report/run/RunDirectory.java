package dev.relaybench.report.run;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/// One run on disk: `<runs>/<scenario>/<relay>/<utc>-<seed>/`. The name says what it is: as above for a run whose
/// verdict is HELD, with `.partial` while it is being written or when it was interrupted, and with `.BROKEN`,
/// `.INCONCLUSIVE` or `.NOT_RUN` when it is not a pass.
///
/// @param path the directory
public record RunDirectory(Path path) {
    /// Version of the stored format. Readers refuse a newer one and read every older one.
    public static final int SCHEMA_VERSION = 1;

    static final String PARTIAL = ".partial";
    private static final int DEEPEST = 8;

    /// What the run was.
    public Path manifest() {
        return path.resolve("manifest.json");
    }

    /// Every event, one JSON object a line; written and read by the harness.
    public Path history() {
        return path.resolve("history.jsonl");
    }

    /// What was measured over time.
    public Path samples() {
        return path.resolve("samples.csv");
    }

    /// What the run showed.
    public Path verdict() {
        return path.resolve("verdict.json");
    }

    /// A directory with what the servers printed; there if the run was no pass and the servers were the testbed's own.
    public Path serverLogs() {
        return path.resolve("servers");
    }

    /// Output of the relay under test.
    public Path relayLog() {
        return path.resolve("relay.log");
    }

    /// An HdrHistogram log.
    ///
    /// @param name without its ending, for example `publish`
    public Path histogram(String name) {
        return path.resolve(name + ".hlog");
    }

    /// Reads one run.
    ///
    /// @throws RunFormatException if a file is missing, damaged, newer than this code or contradicts another
    public static StoredRun read(Path directory) {
        return RunReader.read(new RunDirectory(directory));
    }

    /// Reads every run at or below a directory, oldest first. Symbolic links are not followed, so `latest` is not a
    /// second run.
    ///
    /// @throws RunFormatException if the directory cannot be read or one of its runs cannot
    public static List<StoredRun> findAll(Path root) {
        if (!Files.isDirectory(root)) {
            throw new RunFormatException(root + " is not a directory: give a run or a directory with runs below it.");
        }
        try (Stream<Path> paths = Files.walk(root.toRealPath(), DEEPEST)) {
            return paths.filter(path -> Files.isDirectory(path, LinkOption.NOFOLLOW_LINKS))
                    .map(RunDirectory::new)
                    // A verdict without a manifest is a run as well: a damaged one, which has to be heard of.
                    .filter(run -> Files.exists(run.manifest()) || Files.exists(run.verdict()))
                    .map(RunReader::read)
                    .sorted(Comparator.comparing(
                                    (StoredRun run) -> run.manifest().startedAt())
                            .thenComparing(StoredRun::path))
                    .toList();
        } catch (IOException e) {
            throw new RunFormatException("Cannot list " + root + " (" + e + "): check its permissions.", e);
        }
    }

    /// Of each scenario, relay and environment the run that started last, in the order in which these first appear. An
    /// interrupted run counts: an older pass does not hide it. One that could not be run hides nothing that was.
    public static List<StoredRun> newest(List<StoredRun> runs) {
        Map<List<String>, StoredRun> newest = new LinkedHashMap<>();
        for (StoredRun run : runs) {
            newest.merge(
                    List.of(
                            run.manifest().scenario(),
                            run.manifest().relay(),
                            run.manifest().environment()),
                    run,
                    RunDirectory::newer);
        }
        return List.copyOf(newest.values());
    }

    private static StoredRun newer(StoredRun a, StoredRun b) {
        if (wasRun(a) != wasRun(b)) {
            return wasRun(a) ? a : b;
        }
        return b.manifest().startedAt().isBefore(a.manifest().startedAt()) ? a : b;
    }

    private static boolean wasRun(StoredRun run) {
        return run.judgement().filter(Judgement.NOT_RUN::equals).isEmpty();
    }

    boolean isPartial() {
        return name().endsWith(PARTIAL);
    }

    /// The judgement that the name ends with, if it ends with one.
    Optional<Judgement> namedJudgement() {
        return Stream.of(Judgement.values())
                .filter(each -> name().endsWith("." + each))
                .findFirst();
    }

    /// The name without what the ending says, and with the judgement's own ending.
    String settledName(Judgement judgement) {
        String base = name();
        if (isPartial()) {
            base = base.substring(0, base.length() - PARTIAL.length());
        } else if (namedJudgement().isPresent()) {
            base = base.substring(0, base.lastIndexOf('.'));
        }
        return judgement == Judgement.HELD ? base : base + "." + judgement;
    }

    private String name() {
        return String.valueOf(path.getFileName());
    }
}

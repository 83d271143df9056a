package dev.relaybench.report.run;

import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Writes one run. The directory is `.partial` until {@link #finish(Judgement)}; closing a writer that was not
/// finished leaves it so. Safe for use by many threads.
public final class RunWriter implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(RunWriter.class);
    private static final Pattern NAME = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._-]*");
    private static final DateTimeFormatter UTC =
            DateTimeFormatter.ofPattern("yyyyMMdd'T'HHmmssSSS'Z'", Locale.ROOT).withZone(ZoneOffset.UTC);
    private static final long FLUSH_NANOS = Duration.ofSeconds(1).toNanos();

    private final RunDirectory directory;
    private final Object samplesLock = new Object();
    private @Nullable BufferedWriter samples;
    private long flushedAtNanos = System.nanoTime();

    private RunWriter(RunDirectory directory, BufferedWriter samples) {
        this.directory = directory;
        this.samples = samples;
    }

    /// Makes the directory and writes the manifest, which can be written again when more is known.
    ///
    /// @param runs where all runs are; made if absent
    /// @throws RunFormatException if the directory cannot be made or already exists
    public static RunWriter create(Path runs, RunManifest manifest) {
        Path parent = runs.resolve(name("scenario", manifest.scenario())).resolve(name("relay", manifest.relay()));
        String name = UTC.format(manifest.startedAt()) + "-" + manifest.seed();
        RunDirectory directory = new RunDirectory(parent.resolve(name + RunDirectory.PARTIAL));
        try {
            Files.createDirectories(parent);
            Files.createDirectory(directory.path());
            BufferedWriter samples = Files.newBufferedWriter(directory.samples(), StandardOpenOption.CREATE_NEW);
            RunWriter writer = new RunWriter(directory, samples);
            writer.append(samples, SampleCsv.HEADER);
            writer.writeManifest(manifest);
            return writer;
        } catch (IOException e) {
            throw new RunFormatException(
                    "Cannot make the run directory " + directory.path() + " (" + e
                            + "): choose a directory for runs that is writable and has room.",
                    e);
        }
    }

    /// Where the files are, for those who write their own. The path changes when the run is finished.
    public RunDirectory directory() {
        return directory;
    }

    /// Writes `manifest.json` anew.
    public void writeManifest(RunManifest manifest) {
        RunJson.write(directory.manifest(), manifest);
    }

    /// Writes `verdict.json` anew.
    public void writeVerdict(VerdictRecord verdict) {
        RunJson.write(directory.verdict(), verdict);
    }

    /// Appends one line to `samples.csv`; on disk within about a second of the next sample.
    ///
    /// @throws RunFormatException if it cannot be written, has no plain names, or the run is finished
    public void sample(Sample sample) {
        String line = SampleCsv.line(sample);
        synchronized (samplesLock) {
            if (samples == null) {
                throw new RunFormatException(directory.samples() + " is closed: take no samples after the run.");
            }
            try {
                append(samples, line);
                long now = System.nanoTime();
                if (now - flushedAtNanos > FLUSH_NANOS) {
                    samples.flush();
                    flushedAtNanos = now;
                }
            } catch (IOException e) {
                throw new RunFormatException(
                        "Cannot write " + directory.samples() + " (" + e + "): check that the disk has room.", e);
            }
        }
    }

    /// Closes the run under its final name and points `latest` at it.
    ///
    /// @return the run as it can be read from now on
    /// @throws RunFormatException if the stored verdict is missing or says something else, or the rename fails
    public StoredRun finish(Judgement judgement) {
        close();
        VerdictRecord stored = RunJson.read(directory.verdict(), VerdictRecord.class);
        if (stored.judgement() != judgement) {
            throw new RunFormatException(directory.verdict() + " says " + stored.judgement() + ", not " + judgement
                    + ": write the verdict that the run is finished with.");
        }
        return settle(directory, judgement);
    }

    /// Replaces the verdict of a run that was finished before, after its history was judged again.
    ///
    /// @throws RunFormatException if the run is an interrupted one, or a file cannot be written
    public static StoredRun rejudge(StoredRun run, VerdictRecord verdict) {
        if (run.partial()) {
            throw new RunFormatException(run.path() + " was interrupted, so it cannot be judged: repeat the run.");
        }
        RunDirectory directory = new RunDirectory(run.path());
        RunJson.write(directory.verdict(), verdict);
        return settle(directory, verdict.judgement());
    }

    @Override
    public void close() {
        synchronized (samplesLock) {
            if (samples == null) {
                return;
            }
            try (BufferedWriter closing = samples) {
                closing.flush();
            } catch (IOException e) {
                throw new RunFormatException(
                        "Cannot write " + directory.samples() + " (" + e + "): check that the disk has room.", e);
            } finally {
                samples = null;
            }
        }
    }

    private static StoredRun settle(RunDirectory directory, Judgement judgement) {
        Path target = directory.path().resolveSibling(directory.settledName(judgement));
        try {
            if (!target.equals(directory.path())) {
                Files.move(directory.path(), target, StandardCopyOption.ATOMIC_MOVE);
            }
        } catch (IOException e) {
            throw new RunFormatException(
                    "Cannot rename " + directory.path() + " to " + target.getFileName() + " (" + e
                            + "): remove what is in the way and judge the run again.",
                    e);
        }
        pointLatestAt(target);
        return RunDirectory.read(target);
    }

    private static void pointLatestAt(Path run) {
        Path link = run.resolveSibling("latest");
        Path next = run.resolveSibling(".latest-" + run.getFileName());
        try {
            Files.deleteIfExists(next);
            Files.createSymbolicLink(next, run.getFileName());
            Files.move(next, link, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        } catch (IOException | UnsupportedOperationException e) {
            // A convenience only: some file systems have no symbolic links.
            LOG.debug("No link {}", link, e);
        }
    }

    private void append(BufferedWriter to, String line) throws IOException {
        to.write(line);
        to.write('\n');
    }

    private static String name(String what, String name) {
        if (!NAME.matcher(name).matches()) {
            throw new RunFormatException("The " + what + " \"" + name + "\" cannot name a directory: use letters,"
                    + " digits, dots, dashes and underscores.");
        }
        return name;
    }
}

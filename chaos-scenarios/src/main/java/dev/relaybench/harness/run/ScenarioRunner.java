package dev.relaybench.harness.run;

import dev.relaybench.harness.Plan;
import dev.relaybench.harness.Scenario;
import dev.relaybench.harness.check.Judge;
import dev.relaybench.harness.expect.ClusterTimings;
import dev.relaybench.harness.expect.Timings;
import dev.relaybench.harness.history.History;
import dev.relaybench.harness.history.HistoryEvent;
import dev.relaybench.harness.testbed.Capability;
import dev.relaybench.harness.testbed.Testbed;
import dev.relaybench.harness.testbed.TestbedException;
import dev.relaybench.relay.spi.RelayAdapter;
import dev.relaybench.report.run.Judgement;
import dev.relaybench.report.run.RunDirectory;
import dev.relaybench.report.run.RunManifest;
import dev.relaybench.report.run.RunWriter;
import dev.relaybench.report.run.StoredRun;
import dev.relaybench.report.run.VerdictRecord;
import java.nio.file.Path;
import java.time.Instant;
import java.util.EnumSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;

/// Runs scenarios on a testbed and stores what they showed.
public final class ScenarioRunner {
    private final Testbed testbed;
    private final RunOptions options;
    private final Progress progress;

    /// @param testbed what to run on; it stays open
    public ScenarioRunner(Testbed testbed, RunOptions options, Progress progress) {
        this.testbed = testbed;
        this.options = options;
        this.progress = progress;
    }

    /// Runs one scenario against one relay, if the testbed can do what its fault needs.
    ///
    /// @return the stored run with its verdict, which is `NOT_RUN` where the testbed lacks something
    /// @throws Exception if the harness or the testbed fails; the run directory then stays `.partial`
    public StoredRun run(Scenario scenario, RelayAdapter adapter) throws Exception {
        progress.started(scenario.name(), adapter.name());
        Timings unscaled = Timings.DEFAULTS.on(ClusterTimings.of(testbed.kafka().settings()));
        double scale = scenario.plan(unscaled).bound().scale(options.timeScale());
        Timings timings = unscaled.scaledBy(scale);
        Plan plan = plan(scenario, timings);
        Instant zero = Instant.now();
        RunManifest manifest = manifest(scenario, adapter, plan, scale, zero);
        var lacking = EnumSet.noneOf(Capability.class);
        lacking.addAll(plan.fault().needs());
        lacking.removeAll(testbed.capabilities());
        try (var writer = RunWriter.create(options.runs(), manifest)) {
            VerdictRecord verdict = lacking.isEmpty()
                    ? record(writer, manifest, plan, course(plan, timings, adapter), adapter)
                    : Judge.notRun(plan, scenario.name(), adapter.name(), needs(lacking));
            writer.writeVerdict(verdict);
            StoredRun stored = writer.finish(verdict.judgement());
            progress.finished(stored);
            return stored;
        }
    }

    private Course course(Plan plan, Timings timings, RelayAdapter adapter) {
        return Course.of(plan, timings, adapter.settings(), progress, options.seed());
    }

    private String needs(Set<Capability> lacking) {
        return "needs "
                + lacking.stream()
                        .map(each -> each.words() + " (" + testbed.remedy(each) + ")")
                        .collect(Collectors.joining(" and "));
    }

    private VerdictRecord record(RunWriter writer, RunManifest manifest, Plan plan, Course course, RelayAdapter adapter)
            throws Exception {
        writer.writeManifest(withRelay(manifest, course.relaySettings()));
        RunDirectory directory = writer.directory();
        var files = new LiveRun.RunFiles(directory.history(), directory.relayLog(), writer::sample);
        Path logs = directory.serverLogs();
        try {
            new LiveRun(testbed, adapter, course, files, progress)
                    .record(new RunIdentity(manifest.scenario(), options.seed(), manifest.startedAt()));
        } catch (Exception | Error failure) {
            saveLogs(logs, failure);
            throw failure;
        }
        progress.step("checking");
        History history = History.read(directory.history());
        LatencyLog.write(directory.histogram("publish"), history, manifest.startedAt());
        VerdictRecord verdict = Judge.judge(plan, history);
        if (verdict.judgement() != Judgement.HELD) {
            testbed.saveLogs(logs);
        }
        return verdict;
    }

    /// What the servers printed may explain the failure, and must not hide it.
    private void saveLogs(Path logs, Throwable failure) {
        try {
            testbed.saveLogs(logs);
        } catch (TestbedException e) {
            failure.addSuppressed(e);
        }
    }

    /// Judges a stored run again, from its history alone.
    ///
    /// @param trials how many the run was asked for, where that was not the scenario's own number
    public static VerdictRecord judgeAgain(Scenario scenario, History history, int trials) {
        Timings timings = history.first(HistoryEvent.RunStarted.class)
                .orElseThrow(() ->
                        new IllegalArgumentException("the history has no RunStarted event: it is no history of a run"))
                .timings();
        return Judge.judge(scenario.plan(timings).withTrials(trials), history);
    }

    private Plan plan(Scenario scenario, Timings timings) {
        Plan plan = scenario.plan(timings);
        return options.trials().isPresent() ? plan.withTrials(options.trials().getAsInt()) : plan;
    }

    private RunManifest manifest(Scenario scenario, RelayAdapter adapter, Plan plan, double scale, Instant zero) {
        return new RunManifest(
                RunDirectory.SCHEMA_VERSION,
                scenario.name(),
                adapter.name(),
                zero,
                options.seed(),
                options.timeScale(),
                scale,
                options.command(),
                options.gitCommit(),
                testbed.environment(),
                Manifests.plan(plan),
                Manifests.byPart(testbed.settings()),
                Manifests.host());
    }

    /// The same manifest with the settings that the relay was given.
    private static RunManifest withRelay(RunManifest manifest, Map<String, String> relay) {
        var settings = new TreeMap<>(manifest.settings());
        settings.put("relay", relay);
        return new RunManifest(
                manifest.schemaVersion(),
                manifest.scenario(),
                manifest.relay(),
                manifest.startedAt(),
                manifest.seed(),
                manifest.timeScale(),
                manifest.timeScaleApplied(),
                manifest.command(),
                manifest.gitCommit(),
                manifest.environment(),
                manifest.plan(),
                settings,
                manifest.host());
    }
}

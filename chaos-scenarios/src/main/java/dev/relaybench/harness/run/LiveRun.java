package dev.relaybench.harness.run;

import dev.relaybench.harness.history.History;
import dev.relaybench.harness.history.HistoryEvent;
import dev.relaybench.harness.history.HistoryEvent.Phase;
import dev.relaybench.harness.history.HistoryWriter;
import dev.relaybench.harness.testbed.Testbed;
import dev.relaybench.harness.workload.LiveRows;
import dev.relaybench.harness.workload.Pacer;
import dev.relaybench.harness.workload.RequestSender;
import dev.relaybench.harness.workload.RequestSource;
import dev.relaybench.relay.spi.RelayAdapter;
import dev.relaybench.report.run.Sample;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import org.apache.kafka.common.TopicPartition;

/// One run while it happens: goes through the phases and records the history.
final class LiveRun {
    private static final int PARTITIONS = 3;
    private static final Duration READ_LIMIT = Duration.ofSeconds(30);

    private final Testbed testbed;
    private final RelayAdapter adapter;
    private final Course course;
    private final RunFiles files;
    private final Progress progress;
    private final LiveRows rows = new LiveRows();

    LiveRun(Testbed testbed, RelayAdapter adapter, Course course, RunFiles files, Progress progress) {
        this.testbed = testbed;
        this.adapter = adapter;
        this.course = course;
        this.files = files;
        this.progress = progress;
    }

    /// Where the run is recorded.
    ///
    /// @param history to be created
    /// @param relayLog what the relay prints
    /// @param samples takes the samples of the timeline
    record RunFiles(Path history, Path relayLog, Consumer<Sample> samples) {}

    /// Records the whole run.
    void record(RunIdentity run) throws Exception {
        try (var history = new HistoryWriter(files.history())) {
            history.write(new HistoryEvent.RunStarted(
                    run.zero(),
                    History.schemaVersion(),
                    run.scenario(),
                    adapter.name(),
                    run.seed(),
                    course.timings(),
                    adapter.guarantees()));
            enter(history, Phase.SETUP);
            progress.step("setting up");
            testbed.kafka().createTopic(run.ownName(), PARTITIONS, Map.of("message.timestamp.type", "LogAppendTime"));
            try (var database = RunDatabase.create(testbed.postgres(), run.ownName())) {
                onGround(history, database, run);
            } finally {
                testbed.links().heal();
                testbed.kafka().deleteTopic(run.ownName());
            }
        }
    }

    private void onGround(HistoryWriter history, RunDatabase database, RunIdentity run) throws Exception {
        var partitions = IntStream.range(0, PARTITIONS)
                .mapToObj(partition -> new TopicPartition(run.ownName(), partition))
                .toList();
        try (var settings = RelaySettingsFile.proxied(testbed, database.name(), course.relaySettings());
                var hiccups = HiccupMeter.start(history::write);
                var topics = TopicReader.start(testbed.kafka(), partitions, history::write, rows);
                var relay = new RelayProcess(
                        adapter, settings.path(), files.relayLog(), testbed.watchdog(), history::write)) {
            relay.start();
            underLoad(history, relay, database, run);
            progress.step("reading what is there");
            relay.stop();
            database.readPending(adapter.pendingQuery(), history::write);
            if (topics.finish(READ_LIMIT)) {
                database.readLedger(history::write);
            }
            enter(history, Phase.CHECK);
            history.write(new HistoryEvent.RunEnded(Instant.now()));
        }
    }

    private void underLoad(HistoryWriter history, RelayProcess relay, RunDatabase database, RunIdentity run)
            throws Exception {
        var requests = new RequestSource(course.workload(), run.ownName(), run.seed());
        var connection = RunDatabase.connect(testbed.postgres(), database.name());
        try (var sender = new RequestSender(relay::address, history::write, rows);
                var brokers = new LiveBrokers(testbed.kafka(), run.ownName());
                var target = new LiveTarget(testbed, brokers, relay, new LiveTarget.Load(requests, sender, rows));
                var sampler = new Sampler(
                        new Sampler.Table(connection, adapter.pendingQuery()),
                        rows,
                        run.zero(),
                        files.samples(),
                        history::flush)) {
            enter(history, Phase.WARM_UP);
            progress.step("warming up");
            try (var pacer = Pacer.start(
                    course.workload().rateRowsPerSecond(), intendedAt -> sender.send(requests.next(), intendedAt))) {
                Pause.of(RunOptions.WARM_UP);
                enter(history, Phase.STEADY_STATE);
                progress.step("steady state");
                Pause.of(RunOptions.STEADY_STATE);
                course.script().run(new Course.LiveSystem(target, rows, history::write));
                enter(history, Phase.DRAIN);
                progress.step("draining");
            }
            drain(database);
        }
    }

    /// Until every row was seen, or the relay has had nothing to publish for longer than anything can be on its way, or
    /// for as long as the course allows. Whoever was not seen by then is looked for once more when the topics are read
    /// to
    /// their ends.
    private void drain(RunDatabase database) throws Exception {
        long start = System.nanoTime();
        long deadline = start + course.drainMax().toNanos();
        long pendingNanos = start;
        while (System.nanoTime() < deadline) {
            boolean pending = RunDatabase.backlog(database.connection(), adapter.pendingQuery())
                            .rows()
                    > 0;
            if (pending) {
                pendingNanos = System.nanoTime();
            } else if (rows.unseenCount() == 0 || System.nanoTime() - pendingNanos > silenceNanos()) {
                return;
            }
            Pause.of(Sampler.PERIOD);
        }
    }

    private long silenceNanos() {
        return course.timings()
                .outboxPoll()
                .plus(course.timings().requestTimeout())
                .toNanos();
    }

    private static void enter(HistoryWriter history, Phase phase) {
        history.write(new HistoryEvent.PhaseStarted(Instant.now(), phase));
    }
}

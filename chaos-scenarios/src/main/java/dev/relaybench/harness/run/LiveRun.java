package dev.relaybench.harness.run;

import dev.relaybench.harness.Plan;
import dev.relaybench.harness.expect.Timings;
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
import dev.relaybench.report.run.RunWriter;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.stream.IntStream;
import org.apache.kafka.common.TopicPartition;

/// One run while it happens: goes through the phases and records the history.
final class LiveRun {
    private static final int PARTITIONS = 3;
    private static final Duration DRAIN_MIN = Duration.ofSeconds(5);
    private static final Duration READ_LIMIT = Duration.ofSeconds(30);

    private final Testbed testbed;
    private final RunWriter writer;
    private final Plan plan;
    private final Timings timings;
    private final RelayAdapter adapter;
    private final Progress progress;
    private final LiveRows rows = new LiveRows();

    LiveRun(Testbed testbed, RunWriter writer, Plan plan, Timings timings, RelayAdapter adapter, Progress progress) {
        this.testbed = testbed;
        this.writer = writer;
        this.plan = plan;
        this.timings = timings;
        this.adapter = adapter;
        this.progress = progress;
    }

    /// Records the whole run.
    ///
    /// @return the settings that the relay was given
    Map<String, String> record(RunIdentity run) throws Exception {
        try (var history = new HistoryWriter(writer.directory().history())) {
            history.write(new HistoryEvent.RunStarted(
                    run.zero(),
                    History.schemaVersion(),
                    run.scenario(),
                    adapter.name(),
                    run.seed(),
                    timings,
                    adapter.guarantees()));
            enter(history, Phase.SETUP);
            progress.step("setting up");
            testbed.kafka().createTopic(run.ownName(), PARTITIONS, Map.of("message.timestamp.type", "LogAppendTime"));
            try (var database = RunDatabase.create(testbed.postgres(), run.ownName())) {
                return onGround(history, database, run);
            } finally {
                testbed.links().heal();
                testbed.kafka().deleteTopic(run.ownName());
            }
        }
    }

    private Map<String, String> onGround(HistoryWriter history, RunDatabase database, RunIdentity run)
            throws Exception {
        RelayConfig config = RelayConfig.write(plan, timings, testbed, database.name());
        var partitions = IntStream.range(0, PARTITIONS)
                .mapToObj(partition -> new TopicPartition(run.ownName(), partition))
                .toList();
        try (var hiccups = HiccupMeter.start(history::write);
                var topics = TopicReader.start(testbed.kafka().bootstrapDirect(), partitions, history::write, rows);
                var relay = new RelayProcess(
                        adapter, config.file(), writer.directory().relayLog(), testbed.watchdog(), history::write)) {
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
            return config.settings();
        } finally {
            config.delete();
        }
    }

    private void underLoad(HistoryWriter history, RelayProcess relay, RunDatabase database, RunIdentity run)
            throws Exception {
        var requests = new RequestSource(plan.workload(), run.ownName(), run.seed());
        var connection = RunDatabase.connect(testbed.postgres(), database.name());
        try (var sender = new RequestSender(relay::address, history::write, rows);
                var target = new LiveTarget(testbed, relay, requests, sender, rows);
                var sampler = new Sampler(
                        connection, adapter.pendingQuery(), rows, run.zero(), writer::sample, history::flush)) {
            enter(history, Phase.WARM_UP);
            progress.step("warming up");
            try (var pacer = Pacer.start(
                    plan.workload().rateRowsPerSecond(), intendedAt -> sender.send(requests.next(), intendedAt))) {
                Pause.of(RunOptions.WARM_UP);
                enter(history, Phase.STEADY_STATE);
                progress.step("steady state");
                Pause.of(RunOptions.STEADY_STATE);
                rows.awaitSeen(rows.unseen(), timings.outboxPoll().plus(READ_LIMIT.dividedBy(10)));
                new Trials(plan, timings, new Trials.LiveSystem(target, rows, history::write), progress, run.seed())
                        .run();
                enter(history, Phase.DRAIN);
                progress.step("draining");
            }
            drain(database);
        }
    }

    /// Until nothing waits any more, or for longer than any promise of recovery lasts.
    private void drain(RunDatabase database) throws Exception {
        Duration limit = plan.bound().configured().multipliedBy(2).plus(DRAIN_MIN);
        long deadline = System.nanoTime() + limit.toNanos();
        while (System.nanoTime() < deadline) {
            boolean empty = rows.unseenCount() == 0
                    && RunDatabase.backlog(database.connection(), adapter.pendingQuery())
                                    .rows()
                            == 0;
            if (empty) {
                return;
            }
            Pause.of(Sampler.PERIOD);
        }
    }

    private static void enter(HistoryWriter history, Phase phase) {
        history.write(new HistoryEvent.PhaseStarted(Instant.now(), phase));
    }
}

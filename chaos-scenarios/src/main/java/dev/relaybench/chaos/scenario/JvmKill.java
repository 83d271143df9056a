package dev.relaybench.chaos.scenario;

import static dev.relaybench.harness.expect.Anomaly.DUPLICATED;
import static dev.relaybench.harness.expect.Grade.ACCEPTABLE;
import static dev.relaybench.harness.expect.Origin.RESTART;

import com.google.auto.service.AutoService;
import dev.relaybench.harness.Plan;
import dev.relaybench.harness.Scenario;
import dev.relaybench.harness.expect.Bound;
import dev.relaybench.harness.expect.Timings;
import dev.relaybench.harness.fault.RelayKill;
import dev.relaybench.harness.workload.Workload;
import java.time.Duration;

/// The relay's JVM is killed with SIGKILL while its channel is full of work, and started again.
///
/// Catches a relay that marks rows before the broker has them, that keeps work only in memory, or whose new process
/// does not look at the table.
@AutoService(Scenario.class)
public final class JvmKill implements Scenario {
    private static final int TRIALS = 3;

    @Override
    public String name() {
        return "jvm-kill";
    }

    @Override
    public Plan plan(Timings timings) {
        return InFlight.limit(Plan.titled("The relay's JVM is killed with SIGKILL while its channel holds work."))
                .promise(
                        "kill -9 of the relay JVM, its channel gone",
                        "polling worker after the restart",
                        "any: the polling worker drains until it finds nothing")
                .workload(Workload.steady(100))
                .fault(new RelayKill(400, 200, Duration.ofMillis(300)), Duration.ZERO, TRIALS)
                .expect(
                        DUPLICATED,
                        ACCEPTABLE,
                        (long) TRIALS * InFlight.ROWS_MAX,
                        "a crash between the acknowledgement and the commit of the mark publishes again,"
                                + " at most what one immediate worker and the polling worker hold, at each kill")
                .bound(Bound.of("boot + 1 outbox poll", RESTART, "outbox poll", timings.outboxPoll())
                        .plusMeasuredBoot())
                .build();
    }
}

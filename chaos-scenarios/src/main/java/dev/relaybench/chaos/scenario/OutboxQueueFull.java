package dev.relaybench.chaos.scenario;

import static dev.relaybench.harness.expect.Origin.REJECTION;

import com.google.auto.service.AutoService;
import dev.relaybench.harness.Plan;
import dev.relaybench.harness.Scenario;
import dev.relaybench.harness.expect.Bound;
import dev.relaybench.harness.expect.Timings;
import dev.relaybench.harness.fault.WriterBurst;
import dev.relaybench.harness.workload.Workload;
import java.time.Duration;

/// Writers outrun the outbox channel, which rejects jobs.
///
/// Catches a relay that takes its in-memory channel for the truth: a rejected offer that is swallowed, or no polling
/// fallback, loses the row; and one that offers before the commit publishes what was rolled back.
@AutoService(Scenario.class)
public final class OutboxQueueFull implements Scenario {
    private static final int CAPACITY = 8;
    private static final int TRIALS = 3;

    @Override
    public String name() {
        return "outbox-queue-full";
    }

    @Override
    public Plan plan(Timings timings) {
        return Plan.titled("Writers outrun the outbox channel, which rejects jobs.")
                .promise(
                        "outbox channel rejects the job",
                        "polling worker reads the table",
                        "any: the polling worker drains until it finds nothing")
                .workload(Workload.steady(100))
                .relaySetting("pg.outbox.channel.capacity", CAPACITY)
                .fault(new WriterBurst(2 * CAPACITY, Duration.ofMillis(300)), Duration.ZERO, TRIALS)
                .bound(Bound.of("1 outbox poll", REJECTION, "outbox poll", timings.outboxPoll()))
                .build();
    }
}

package dev.relaybench.relay.metrics;

import dev.relaybench.relay.loop.Loop;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.TimeGauge;
import io.micrometer.core.instrument.binder.MeterBinder;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// The relay's meters, for any Micrometer registry.
///
/// | meter | what |
/// |---|---|
/// | `relay.backlog` | rows that wait to be published |
/// | `relay.lag` | age of the oldest of them |
/// | `relay.loop.age` (tag `loop`) | time since the loop's last completed cycle |
/// | `relay.` and the name of each {@link Counter}, words parted by dots | what the counter counts |
/// | `relay.` and the name of each gauge of {@link RelayCounters} | what it shows |
///
/// Backlog and lag cost one query each time the registry is read, and not more than one a second. They are not a number
/// while the database cannot be asked: an old value would look like a healthy one.
public final class RelayMeters implements MeterBinder {
    private static final Logger LOG = LoggerFactory.getLogger(RelayMeters.class);
    private static final long MEMORY_NANOS = Duration.ofSeconds(1).toNanos();

    private final RelayCounters counters;
    private final List<Loop> loops;
    private final Backlog.Probe probe;
    private final Object lock = new Object();
    private double rows = Double.NaN;
    private double lagSeconds = Double.NaN;
    private long lookedNanos = System.nanoTime() - 2 * MEMORY_NANOS;

    public RelayMeters(RelayCounters counters, List<Loop> loops, Backlog.Probe probe) {
        this.counters = counters;
        this.loops = List.copyOf(loops);
        this.probe = probe;
    }

    @Override
    public void bindTo(MeterRegistry registry) {
        for (Counter counter : Counter.values()) {
            FunctionCounter.builder(name(counter.label()), counters, c -> c.get(counter))
                    .register(registry);
        }
        counters.gauges()
                .forEach((label, value) -> Gauge.builder(name(label), value::getAsLong)
                        .strongReference(true)
                        .register(registry));
        for (Loop loop : loops) {
            TimeGauge.builder(
                            "relay.loop.age",
                            loop,
                            TimeUnit.MILLISECONDS,
                            l -> l.age().toMillis())
                    .description("time since the last completed cycle")
                    .tag("loop", loop.name())
                    .register(registry);
        }
        Gauge.builder("relay.backlog", this, RelayMeters::rows)
                .description("committed rows that are neither published nor given up")
                .baseUnit("rows")
                .register(registry);
        Gauge.builder("relay.lag", this, RelayMeters::lagSeconds)
                .description("age of the oldest row that waits to be published")
                .baseUnit("seconds")
                .register(registry);
    }

    private double rows() {
        synchronized (lock) {
            look();
            return rows;
        }
    }

    private double lagSeconds() {
        synchronized (lock) {
            look();
            return lagSeconds;
        }
    }

    private void look() {
        if (System.nanoTime() - lookedNanos < MEMORY_NANOS) {
            return;
        }
        try {
            Backlog backlog = probe.look();
            rows = backlog.rows();
            lagSeconds = backlog.lag().toMillis() / 1_000.0;
        } catch (Exception failure) {
            LOG.debug("the backlog cannot be read", failure);
            rows = Double.NaN;
            lagSeconds = Double.NaN;
        }
        lookedNanos = System.nanoTime();
    }

    /// `publishedImmediate` as `relay.published.immediate`.
    private static String name(String label) {
        return "relay." + label.replaceAll("([A-Z])", ".$1").toLowerCase(Locale.ROOT);
    }
}

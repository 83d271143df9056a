package dev.relaybench.relay.metrics;

import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.LongSupplier;

/// The relay's counters and gauges. Safe for every thread, cheap enough for every row.
public final class RelayCounters {
    private final EnumMap<Counter, LongAdder> counters = new EnumMap<>(Counter.class);
    private final Map<String, LongSupplier> gauges = new ConcurrentSkipListMap<>();

    public RelayCounters() {
        for (Counter counter : Counter.values()) {
            counters.put(counter, new LongAdder());
        }
    }

    /// Counts one.
    public void increment(Counter counter) {
        add(counter, 1);
    }

    /// Counts some.
    public void add(Counter counter, long delta) {
        adder(counter).add(delta);
    }

    /// The count so far.
    public long get(Counter counter) {
        return adder(counter).sum();
    }

    /// Adds a number that is read when somebody asks. It must not block.
    public void gauge(String label, LongSupplier value) {
        gauges.put(label, value);
    }

    /// All gauges by label, as they are now.
    Map<String, LongSupplier> gauges() {
        return Map.copyOf(gauges);
    }

    /// All counters and gauges by label, in a fixed order.
    public Map<String, Long> snapshot() {
        Map<String, Long> snapshot = new LinkedHashMap<>();
        counters.forEach((counter, adder) -> snapshot.put(counter.label(), adder.sum()));
        gauges.forEach((label, gauge) -> snapshot.put(label, gauge.getAsLong()));
        return snapshot;
    }

    private LongAdder adder(Counter counter) {
        // The constructor has put one for each constant.
        return Objects.requireNonNull(counters.get(counter));
    }
}

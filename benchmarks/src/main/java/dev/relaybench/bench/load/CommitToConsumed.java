package dev.relaybench.bench.load;

import com.google.auto.service.AutoService;
import dev.relaybench.harness.history.RowStory;
import dev.relaybench.harness.run.BenchmarkSuite;
import dev.relaybench.harness.run.LoadRunner;
import dev.relaybench.harness.workload.Workload;
import dev.relaybench.relay.main.ReferenceRelayAdapter;
import dev.relaybench.report.run.BenchmarkRecord;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramLogWriter;
import org.jspecify.annotations.Nullable;

/// Latency from the intended time of a business request, and from its commit, until a consumer has its event, at fixed
/// open-loop rates.
@AutoService(BenchmarkSuite.class)
public final class CommitToConsumed implements BenchmarkSuite {
    private static final long HIGHEST_MICROS = 60_000_000;

    @Override
    public String id() {
        return "latency";
    }

    @Override
    public String name() {
        return "commit-to-consumed latency";
    }

    @Override
    public int order() {
        return 2;
    }

    @Override
    public List<BenchmarkRecord> run(BenchmarkSetting setting) throws Exception {
        var rates = setting.quick() ? IntStream.of(200) : IntStream.of(100, 200, 500);
        var length = Duration.ofSeconds(setting.quick() ? 10 : 30);
        var records = new ArrayList<BenchmarkRecord>();
        for (int rate : rates.toArray()) {
            records.addAll(measure(setting, rate, length));
        }
        return records;
    }

    private static List<BenchmarkRecord> measure(BenchmarkSetting setting, int rate, Duration length) throws Exception {
        var load = new LoadRunner(setting.testbed(), setting.options(), setting.progress())
                .run("load-" + rate, new ReferenceRelayAdapter(), Workload.steady(rate), length);
        var intended = histogram(
                load.verdict().rows(), row -> row.requested().orElseThrow().intendedAt());
        var committed = histogram(
                load.verdict().rows(), row -> row.committed().orElseThrow().at());
        store(setting.options().runs().resolve("intended-to-consumed-" + rate + ".hlog"), intended);
        String voidReason = load.verdict().voidReason().orElse(null);
        return List.of(
                record("from the intended time to consumed", rate, intended, voidReason),
                record("from the commit to consumed", rate, committed, voidReason));
    }

    private static BenchmarkRecord record(String name, int rate, Histogram histogram, @Nullable String voidReason) {
        boolean counts = voidReason == null;
        return new BenchmarkRecord(
                "latency",
                name,
                Map.of("rate", rate + "/s"),
                "ms",
                counts ? millis(histogram, 50) : null,
                null,
                null,
                null,
                null,
                counts
                        ? Map.of(
                                "p50", millis(histogram, 50),
                                "p90", millis(histogram, 90),
                                "p99", millis(histogram, 99),
                                "p99.9", millis(histogram, 99.9),
                                "max", millis(histogram, 100))
                        : Map.of(),
                voidReason,
                List.of(histogram.getTotalCount()
                        + " rows of 512 bytes; the business request goes over HTTP into the relay's process"));
    }

    private static Histogram histogram(List<RowStory> rows, Function<RowStory, Instant> origin) {
        var histogram = new Histogram(HIGHEST_MICROS, 3);
        for (RowStory row : rows) {
            var latency = Duration.between(origin.apply(row), row.firstSeenAt().orElseThrow());
            histogram.recordValue(Math.clamp(latency.toNanos() / 1_000, 0, HIGHEST_MICROS));
        }
        return histogram;
    }

    private static double millis(Histogram histogram, double percentile) {
        return histogram.getValueAtPercentile(percentile) / 1_000.0;
    }

    private static void store(Path file, Histogram histogram) throws IOException {
        try (var out = Files.newOutputStream(file)) {
            var writer = new HistogramLogWriter(out);
            writer.outputLogFormatVersion();
            writer.outputLegend();
            writer.outputIntervalHistogram(0, 0, histogram, 1_000.0);
        }
    }
}

package dev.relaybench.bench;

import dev.relaybench.report.run.BenchmarkRecord;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalDouble;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.openjdk.jmh.infra.BenchmarkParams;
import org.openjdk.jmh.results.IterationResult;
import org.openjdk.jmh.results.RunResult;

/// Turns JMH's results into the report's figures: rates, with the range of the iterations, each beside its limit.
final class JmhRecords {
    private static final String CLAIM_AND_MARK = "claim and mark, no broker";
    private static final List<String> DRAIN_NOTES = List.of(
            "rows of 512 bytes over 1,000 aggregates, one worker on one connection, PostgreSQL with fsync on, acks=all",
            "the range is that of the iterations, not a confidence interval");

    private JmhRecords() {}

    static List<BenchmarkRecord> of(Collection<RunResult> results) {
        var records = new ArrayList<BenchmarkRecord>();
        for (RunResult result : results) {
            switch (simpleName(result)) {
                case "DrainBenchmark.drain" -> records.add(drain(result, results));
                case "DrainBenchmark.claimAndMark" -> records.add(rate("drain", CLAIM_AND_MARK, result, DRAIN_NOTES));
                case "RawProducerBenchmark.send" ->
                    records.add(rate("drain", "raw producer, no table", result, DRAIN_NOTES));
                case "ChannelHandOverBenchmark.handOver" -> records.add(handOver(result));
                case "ProxyBenchmark.roundTrip" -> records.add(proxy("round trip", "µs", result));
                case "ProxyBenchmark.throughputMegabytes" -> records.add(proxy("one connection", "MB/s", result));
                default -> throw new IllegalStateException("no figure is made of " + simpleName(result));
            }
        }
        return records;
    }

    private static BenchmarkRecord drain(RunResult result, Collection<RunResult> all) {
        var own = rate("drain", "reference relay", result, DRAIN_NOTES);
        OptionalDouble limit = all.stream()
                .filter(other -> simpleName(other).equals("DrainBenchmark.claimAndMark"))
                .filter(other -> params(other).equals(params(result)))
                .mapToDouble(other -> rowsPerSecond(other.getPrimaryResult().getScore()))
                .findFirst();
        @Nullable Double score = own.score();
        @Nullable Double share = limit.isPresent() && score != null ? score / limit.getAsDouble() : null;
        return new BenchmarkRecord(
                own.group(),
                own.name(),
                own.params(),
                own.unit(),
                score,
                own.low(),
                own.high(),
                CLAIM_AND_MARK,
                share,
                own.percentiles(),
                null,
                own.notes());
    }

    /// Single shots measure microseconds a row; people think in rows a second.
    private static BenchmarkRecord rate(String group, String name, RunResult result, List<String> notes) {
        var rates = iterations(result).stream()
                .mapToDouble(JmhRecords::rowsPerSecond)
                .sorted()
                .toArray();
        return new BenchmarkRecord(
                group,
                name,
                params(result),
                "rows/s",
                rowsPerSecond(result.getPrimaryResult().getScore()),
                rates[0],
                rates[rates.length - 1],
                null,
                null,
                Map.of(),
                null,
                notes);
    }

    private static BenchmarkRecord handOver(RunResult result) {
        var offers = Objects.requireNonNull(result.getSecondaryResults().get("offer"), "JMH has no figure for offer");
        var statistics = offers.getStatistics();
        return new BenchmarkRecord(
                "hand-over",
                "outbox channel, one thread to one worker",
                Map.of("capacity", "1024"),
                "jobs/s",
                offers.getScore(),
                statistics.getMin(),
                statistics.getMax(),
                null,
                null,
                Map.of(),
                null,
                List.of("LinkedBlockingQueue; an offer to a full channel is repeated"));
    }

    private static BenchmarkRecord proxy(String name, String unit, RunResult result) {
        var primary = result.getPrimaryResult();
        var statistics = primary.getStatistics();
        return new BenchmarkRecord(
                "embedded proxy",
                name,
                params(result),
                unit,
                primary.getScore(),
                statistics.getMin(),
                statistics.getMax(),
                null,
                null,
                Map.of(),
                null,
                List.of("goal: a round trip less than 200 µs above the direct one, and at least 200 MB/s"));
    }

    private static List<Double> iterations(RunResult result) {
        return result.getBenchmarkResults().stream()
                .flatMap(fork -> fork.getIterationResults().stream())
                .map(IterationResult::getPrimaryResult)
                .map(iteration -> iteration.getScore())
                .toList();
    }

    private static double rowsPerSecond(double microsPerRow) {
        return 1e6 / microsPerRow;
    }

    private static Map<String, String> params(RunResult result) {
        BenchmarkParams params = result.getParams();
        var named = new TreeMap<String, String>();
        params.getParamsKeys().forEach(key -> named.put(key, params.getParam(key)));
        return named;
    }

    private static String simpleName(RunResult result) {
        String[] parts = result.getParams().getBenchmark().split("\\.", -1);
        return parts[parts.length - 2] + "." + parts[parts.length - 1];
    }
}

package dev.relaybench.bench.polling;

import com.google.auto.service.AutoService;
import dev.relaybench.bench.polling.PollingBench.Layout;
import dev.relaybench.harness.run.BenchmarkSuite;
import dev.relaybench.relay.polling.Claims;
import dev.relaybench.relay.polling.Claims.Claim;
import dev.relaybench.relay.polling.Settlement;
import dev.relaybench.relay.settings.PollingOutboxSettings.ClaimStrategy;
import dev.relaybench.relay.settings.PollingOutboxSettings.Order;
import dev.relaybench.report.run.BenchmarkRecord;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// How long a claim takes beside an empty history and beside a long one of published rows, with the query plan.
@AutoService(BenchmarkSuite.class)
public final class ClaimBesideHistory implements BenchmarkSuite {
    private static final String GROUP = "claim beside a history";
    private static final int BATCH = 100;
    private static final int WARM_UP = 50;
    private static final int CLAIMS = 150;

    @Override
    public String id() {
        return "claim-history";
    }

    @Override
    public String name() {
        return "claim time beside a long history";
    }

    @Override
    public int order() {
        return 4;
    }

    private record Arrangement(ClaimStrategy claim, Order order) {
        String words() {
            return "%s, %s"
                    .formatted(
                            claim.name().toLowerCase(Locale.ROOT).replace('_', '-'),
                            order == Order.NONE ? "no order" : "each aggregate in order");
        }

        static List<Arrangement> all() {
            List<Arrangement> all = new ArrayList<>();
            for (ClaimStrategy claim : ClaimStrategy.values()) {
                for (Order order : Order.values()) {
                    all.add(new Arrangement(claim, order));
                }
            }
            return all;
        }
    }

    private record Measured(Samples millis, QueryPlan plan) {}

    @Override
    public List<BenchmarkRecord> run(BenchmarkSetting setting) throws Exception {
        int published = setting.quick() ? 200_000 : 2_000_000;
        List<BenchmarkRecord> records = new ArrayList<>();
        try (PollingBench bench = PollingBench.open(setting.testbed())) {
            bench.history(0);
            Map<Arrangement, Measured> empty = measure(bench);
            bench.history(published);
            Map<Arrangement, Measured> full = measure(bench);
            Path plans = setting.options().runs().resolve("plans");
            for (Arrangement arrangement : Arrangement.all()) {
                Measured beside0 = Objects.requireNonNull(empty.get(arrangement));
                Measured besideMany = Objects.requireNonNull(full.get(arrangement));
                records.add(record(plans, arrangement, 0, beside0, null));
                records.add(record(
                        plans,
                        arrangement,
                        published,
                        besideMany,
                        besideMany.millis().median() / beside0.millis().median()));
            }
        }
        return records;
    }

    private static Map<Arrangement, Measured> measure(PollingBench bench) throws SQLException {
        Map<Arrangement, Measured> measured = new LinkedHashMap<>();
        for (Arrangement arrangement : Arrangement.all()) {
            bench.backlog((WARM_UP + CLAIMS) * BATCH, Layout.IN_TURN, "t");
            QueryPlan plan = QueryPlan.of(bench, arrangement.claim(), arrangement.order(), BATCH);
            measured.put(
                    arrangement, new Measured(claims(bench.claims(arrangement.claim(), arrangement.order())), plan));
            if (bench.unfinished() != 0) {
                throw new IllegalStateException("the claims left %d rows".formatted(bench.unfinished()));
            }
            bench.removeBacklog();
        }
        return measured;
    }

    /// The claim alone; the marks are not timed.
    private static Samples claims(Claims claims) throws SQLException {
        double[] millis = new double[CLAIMS];
        for (int n = -WARM_UP; n < CLAIMS; n++) {
            long began = System.nanoTime();
            try (Claim claim = claims.claim(BATCH)) {
                double took = (System.nanoTime() - began) / 1e6;
                if (claim.rows().size() != BATCH) {
                    throw new IllegalStateException(
                            "a claim found %d rows of %d".formatted(claim.rows().size(), BATCH));
                }
                if (n >= 0) {
                    millis[n] = took;
                }
                claim.settle(new Settlement(claim.rows(), List.of(), List.of(), List.of()));
            }
        }
        return new Samples(millis);
    }

    private static BenchmarkRecord record(
            Path plans, Arrangement arrangement, int history, Measured measured, @Nullable Double ratio)
            throws Exception {
        String file = "claim, %s, %,d published.txt"
                .formatted(arrangement.words(), history)
                .replace(", ", "-")
                .replace(' ', '-');
        measured.plan().write(plans.resolve(file));
        Samples millis = measured.millis();
        return new BenchmarkRecord(
                GROUP,
                arrangement.words(),
                Map.of("published rows", "%,d".formatted(history)),
                "ms",
                millis.median(),
                null,
                null,
                ratio == null ? null : "empty history",
                ratio,
                Map.of(
                        "p50", millis.median(),
                        "p90", millis.quantile(0.9),
                        "p99", millis.quantile(0.99)),
                measured.plan().readsTheWholeTable() ? "the plan reads the whole table: plans/" + file : null,
                List.of(
                        "goal: at most 130 % of the time beside an empty history",
                        "%d claims of %d rows, by one worker; the plans, with what they read, are in plans/"
                                .formatted(CLAIMS, BATCH)));
    }
}

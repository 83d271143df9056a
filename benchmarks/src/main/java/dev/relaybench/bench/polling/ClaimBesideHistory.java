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
import java.util.List;
import java.util.Map;
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
            return "%s, %s".formatted(PollingBench.words(claim), order == Order.NONE ? "no order" : "in order");
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

    /// One table, beside the other one.
    private static final class Side {
        private final PollingBench bench;
        private final int published;
        private final Claims claims;
        private final QueryPlan plan;
        private final double[] millis = new double[CLAIMS];

        Side(PollingBench bench, int published, Arrangement arrangement) throws SQLException {
            this.bench = bench;
            this.published = published;
            bench.removeBacklog();
            bench.backlog((WARM_UP + CLAIMS) * BATCH, Layout.IN_TURN, "t");
            plan = QueryPlan.of(bench, arrangement.claim(), arrangement.order(), BATCH);
            claims = bench.claims(arrangement.claim(), arrangement.order());
        }

        /// Times the claim, and not the marks.
        ///
        /// @param n negative while warming up
        void claim(int n) throws SQLException {
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

        Samples samples() throws SQLException {
            if (bench.unfinished() != 0) {
                throw new IllegalStateException("the claims left %d rows".formatted(bench.unfinished()));
            }
            return new Samples(millis);
        }
    }

    @Override
    public List<BenchmarkRecord> run(BenchmarkSetting setting) throws Exception {
        int published = setting.quick() ? 200_000 : 2_000_000;
        Path plans = setting.options().runs().resolve("plans");
        List<BenchmarkRecord> records = new ArrayList<>();
        try (PollingBench empty = PollingBench.open(setting.testbed(), "empty");
                PollingBench full = PollingBench.open(setting.testbed(), "full")) {
            full.history(published);
            for (Arrangement arrangement : Arrangement.all()) {
                Side besideNone = new Side(empty, 0, arrangement);
                Side besideMany = new Side(full, published, arrangement);
                // In turns: whatever else the machine and its disk do should hit both alike.
                for (int n = -WARM_UP; n < CLAIMS; n++) {
                    besideNone.claim(n);
                    besideMany.claim(n);
                }
                double limit = besideNone.samples().median();
                records.add(record(plans, arrangement, besideNone, null));
                records.add(record(
                        plans, arrangement, besideMany, besideMany.samples().median() / limit));
            }
        }
        return records;
    }

    private static BenchmarkRecord record(Path plans, Arrangement arrangement, Side side, @Nullable Double ratio)
            throws Exception {
        String file = "claim-%s-%d-published.txt"
                .formatted(arrangement.words().replace(", ", "-").replace(' ', '-'), side.published);
        side.plan.write(plans.resolve(file));
        Samples millis = side.samples();
        return new BenchmarkRecord(
                GROUP,
                arrangement.words(),
                Map.of("published", "%,d".formatted(side.published)),
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
                side.plan.readsTheWholeTable() ? "the plan reads the whole table: plans/" + file : null,
                List.of(
                        "goal: at most 130 % of the time beside an empty history",
                        "%d claims of %d rows, by one worker; the plans, with what they read, are in plans/"
                                .formatted(CLAIMS, BATCH)));
    }
}

package dev.relaybench.bench.polling;

import com.google.auto.service.AutoService;
import dev.relaybench.bench.micro.AcknowledgesAtOnce;
import dev.relaybench.bench.micro.BenchTopic;
import dev.relaybench.bench.polling.PollingBench.Layout;
import dev.relaybench.harness.run.BenchmarkSuite;
import dev.relaybench.relay.main.RelayWiring;
import dev.relaybench.relay.message.Publisher;
import dev.relaybench.relay.metrics.RelayCounters;
import dev.relaybench.relay.polling.Backoff;
import dev.relaybench.relay.polling.OperationAlerts;
import dev.relaybench.relay.polling.PollingRelayService;
import dev.relaybench.relay.polling.Settlement.Retry;
import dev.relaybench.relay.settings.PollingOutboxSettings.ClaimStrategy;
import dev.relaybench.relay.settings.PollingOutboxSettings.Order;
import dev.relaybench.report.run.BenchmarkRecord;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.function.ToDoubleFunction;
import org.jspecify.annotations.Nullable;

/// What the order of each aggregate costs: a backlog drained with the head gate, beside the same backlog drained
/// without, in turns, table to topic and without a broker.
@AutoService(BenchmarkSuite.class)
public final class OrderedDrain implements BenchmarkSuite {
    private static final String GROUP = "polling drain";
    private static final String GOAL = "goal of the drain in order: at least 70 % of the drain without an order, table"
            + " to topic, with 1,000 aggregates";
    private static final Duration CLOSE_TIMEOUT = Duration.ofSeconds(5);

    @Override
    public String id() {
        return "ordered-drain";
    }

    @Override
    public String name() {
        return "drain of a polling outbox, in order and not";
    }

    @Override
    public int order() {
        return 3;
    }

    /// One pair of figures.
    private record Cell(ClaimStrategy claim, Layout layout, int batch, boolean broker) {
        String name(Order order) {
            return switch (order) {
                case NONE -> "no order";
                case AGGREGATE -> "in order";
            };
        }

        Map<String, String> params() {
            return Map.of(
                    "claim", PollingBench.words(claim),
                    "rows", layout.words(),
                    "batch", Integer.toString(batch),
                    "to", broker ? "Kafka" : "nowhere");
        }
    }

    private record Pair(double plain, double ordered) {
        double ratio() {
            return ordered / plain;
        }
    }

    private static List<Cell> cells(boolean quick) {
        List<Cell> cells = new ArrayList<>();
        for (ClaimStrategy claim : ClaimStrategy.values()) {
            if (quick) {
                cells.add(new Cell(claim, Layout.IN_TURN, 100, true));
                continue;
            }
            for (boolean broker : new boolean[] {true, false}) {
                for (Layout layout : Layout.values()) {
                    cells.add(new Cell(claim, layout, 100, broker));
                    cells.add(new Cell(claim, layout, 500, broker));
                }
            }
        }
        return cells;
    }

    @Override
    public List<BenchmarkRecord> run(BenchmarkSetting setting) throws Exception {
        List<BenchmarkRecord> records = new ArrayList<>();
        try (PollingBench bench = PollingBench.open(setting.testbed(), "drain")) {
            for (Cell cell : cells(setting.quick())) {
                try (BenchTopic topic = BenchTopic.create(bench.settings().kafka())) {
                    records.addAll(new Measurement(bench, cell, topic, setting.quick()).run());
                }
            }
        }
        return records;
    }

    private static final class Measurement {
        private final PollingBench bench;
        private final Cell cell;
        private final BenchTopic topic;
        private final int rows;
        private final int pairs;
        private final RelayCounters counters = new RelayCounters();

        Measurement(PollingBench bench, Cell cell, BenchTopic topic, boolean quick) {
            this.bench = bench;
            this.cell = cell;
            this.topic = topic;
            this.rows = quick ? 10_000 : 20_000;
            this.pairs = quick ? 3 : 5;
        }

        List<BenchmarkRecord> run() throws Exception {
            Publisher publisher = cell.broker()
                    ? new RelayWiring().publisher(bench.settings().kafka(), counters)
                    : new AcknowledgesAtOnce();
            try {
                // The first one warms up.
                pair(publisher, 0);
                List<Pair> measured = new ArrayList<>();
                for (int n = 0; n < pairs; n++) {
                    measured.add(pair(publisher, n));
                }
                return records(measured);
            } finally {
                publisher.close(CLOSE_TIMEOUT);
            }
        }

        /// In turns: whatever else the machine does should hit both alike.
        private Pair pair(Publisher publisher, int n) throws Exception {
            boolean plainFirst = n % 2 == 0;
            double first = drain(publisher, plainFirst ? Order.NONE : Order.AGGREGATE);
            double second = drain(publisher, plainFirst ? Order.AGGREGATE : Order.NONE);
            return plainFirst ? new Pair(first, second) : new Pair(second, first);
        }

        private double drain(Publisher publisher, Order order) throws Exception {
            bench.history(0);
            bench.backlog(rows, cell.layout(), topic.name());
            long recordsBefore = topic.records();
            Backoff backoff = new Backoff(Duration.ofSeconds(1), Duration.ofSeconds(60), 0);
            PollingRelayService service = new PollingRelayService(
                    bench.claims(cell.claim(), order),
                    publisher,
                    bench.settings().kafka().publishTimeoutMax(),
                    new Retry(1, backoff, new SplittableRandom(0)),
                    OperationAlerts.toLog(),
                    counters);

            long began = System.nanoTime();
            int relayed = 0;
            int claimed;
            do {
                claimed = service.relay(cell.batch()).claimed();
                relayed += claimed;
            } while (claimed > 0);
            double seconds = (System.nanoTime() - began) / 1e9;

            long records = topic.records() - recordsBefore;
            long unfinished = bench.unfinished();
            if (relayed != rows || unfinished != 0 || records != (cell.broker() ? rows : 0)) {
                throw new IllegalStateException("the drain of %d rows claimed %d, left %d and put %d on the topic"
                        .formatted(rows, relayed, unfinished, records));
            }
            return rows / seconds;
        }

        private List<BenchmarkRecord> records(List<Pair> measured) {
            return List.of(
                    record(Order.NONE, samples(measured, Pair::plain), null),
                    record(
                            Order.AGGREGATE,
                            samples(measured, Pair::ordered),
                            samples(measured, Pair::ratio).median()));
        }

        private static Samples samples(List<Pair> pairs, ToDoubleFunction<Pair> figure) {
            return new Samples(pairs.stream().mapToDouble(figure).toArray());
        }

        private BenchmarkRecord record(Order order, Samples rates, @Nullable Double ratio) {
            return new BenchmarkRecord(
                    GROUP,
                    cell.name(order),
                    cell.params(),
                    "rows/s",
                    rates.median(),
                    rates.min(),
                    rates.max(),
                    ratio == null ? null : cell.name(Order.NONE),
                    ratio,
                    Map.of(),
                    null,
                    List.of(
                            GOAL,
                            "%,d rows of 512 bytes, one worker; medians of %d pairs, the share of their ratios"
                                    .formatted(rows, pairs)));
        }
    }
}

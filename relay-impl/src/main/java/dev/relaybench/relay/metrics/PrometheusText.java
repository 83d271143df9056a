package dev.relaybench.relay.metrics;

import io.micrometer.core.instrument.binder.MeterBinder;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// The meters in Prometheus' text format.
///
/// The registry is made when somebody asks for the first time: its classes would cost a start, which is part of a
/// recovery, a tenth of a second.
public final class PrometheusText implements Supplier<String> {
    /// The format's content type.
    public static final String CONTENT_TYPE = "text/plain; version=0.0.4; charset=utf-8";

    private final MeterBinder meters;
    private @Nullable PrometheusMeterRegistry registry;

    public PrometheusText(MeterBinder meters) {
        this.meters = meters;
    }

    @Override
    public synchronized String get() {
        if (registry == null) {
            registry = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
            meters.bindTo(registry);
        }
        return registry.scrape(CONTENT_TYPE);
    }
}

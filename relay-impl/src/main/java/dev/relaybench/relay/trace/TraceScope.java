package dev.relaybench.relay.trace;

import io.opentelemetry.api.GlobalOpenTelemetry;
import io.opentelemetry.api.trace.Span;
import io.opentelemetry.api.trace.SpanKind;
import io.opentelemetry.api.trace.StatusCode;
import io.opentelemetry.api.trace.propagation.W3CTraceContextPropagator;
import io.opentelemetry.context.Context;
import io.opentelemetry.context.Scope;
import io.opentelemetry.context.propagation.TextMapGetter;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.slf4j.MDC;

/// A span that is current on this thread until it is closed, with its trace id in what is logged meanwhile.
///
/// Its parent comes from headers, not from the thread: the work was handed over by a channel, a row or a record.
public final class TraceScope implements AutoCloseable {
    /// Name of the header that carries the context.
    public static final String TRACE_PARENT = "traceparent";

    private static final String INSTRUMENTATION = "dev.relaybench.relay";

    private final Span span;
    private final Scope scope;
    private final MDC.@Nullable MDCCloseable logged;

    @SuppressWarnings("MustBeClosedChecker") // Closed by close().
    private TraceScope(Span span) {
        this.span = span;
        this.scope = span.makeCurrent();
        this.logged = span.getSpanContext().isValid()
                ? MDC.putCloseable("trace", span.getSpanContext().getTraceId())
                : null;
    }

    /// Opens a span.
    ///
    /// @param parent headers of the record or row that the work comes from; without a context in them a new trace
    /// begins
    public static TraceScope open(String name, SpanKind kind, Map<String, String> parent) {
        Context context =
                W3CTraceContextPropagator.getInstance().extract(Context.root(), parent, StringMapGetter.INSTANCE);
        Span span = GlobalOpenTelemetry.getTracer(INSTRUMENTATION)
                .spanBuilder(name)
                .setSpanKind(kind)
                .setParent(context)
                .startSpan();
        return new TraceScope(span);
    }

    /// Headers that carry the context that is current on this thread; empty where there is none.
    public static Map<String, String> currentHeaders() {
        Map<String, String> headers = new TreeMap<>();
        W3CTraceContextPropagator.getInstance().inject(Context.current(), headers, (map, name, value) -> {
            if (map != null) {
                map.put(name, value);
            }
        });
        return headers;
    }

    /// Notes that the work failed.
    public void failed(String reason) {
        span.setStatus(StatusCode.ERROR, reason);
    }

    @Override
    public void close() {
        if (logged != null) {
            logged.close();
        }
        scope.close();
        span.end();
    }

    private enum StringMapGetter implements TextMapGetter<Map<String, String>> {
        INSTANCE;

        @Override
        @SuppressWarnings("deprecation") // Still abstract.
        public Iterable<String> keys(Map<String, String> headers) {
            return headers.keySet();
        }

        @Override
        public @Nullable String get(@Nullable Map<String, String> headers, String name) {
            return headers == null ? null : headers.get(name);
        }
    }
}

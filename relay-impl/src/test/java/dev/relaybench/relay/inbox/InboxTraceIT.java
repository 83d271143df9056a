package dev.relaybench.relay.inbox;

import static dev.relaybench.relay.inbox.InboxRig.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import dev.relaybench.relay.main.Relay;
import dev.relaybench.relay.metrics.Counter;
import dev.relaybench.relay.testbed.TestVendor.Behaviour;
import dev.relaybench.relay.trace.TraceScope;
import io.opentelemetry.sdk.testing.junit5.OpenTelemetryExtension;
import io.opentelemetry.sdk.trace.data.SpanData;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/// One trace, from the record that comes in to the record that goes out.
class InboxTraceIT {
    @RegisterExtension
    static final OpenTelemetryExtension SPANS = OpenTelemetryExtension.create();

    private static final String TRACE_ID = "0af7651916cd43dd8448eb211c80319c";
    private static final String SENDER_SPAN_ID = "b7ad6b7169203331";
    private static final Map<String, String> TRACED =
            Map.of(TraceScope.TRACE_PARENT, "00-" + TRACE_ID + "-" + SENDER_SPAN_ID + "-01");

    private final InboxRig rig = new InboxRig(1);

    InboxTraceIT() throws Exception {}

    @AfterEach
    void close() {
        rig.close();
    }

    @Test
    void isKeptAcrossBothChannels() throws Exception {
        Relay relay = rig.start(Map.of());

        rig.send("p1", "v", TRACED);

        eventually(() -> rig.results().size() == 1);
        assertThat(relay.counters().get(Counter.INBOX_SETTLED_IMMEDIATE)).isEqualTo(1);
        assertSpansAreChained(traceParent(rig.results().getFirst()));
    }

    @Test
    void isKeptAcrossARestartAndThePollingFallback() throws Exception {
        // The first relay stores, and its worker fails before it begins.
        rig.vendor.script(attempt -> Behaviour.HANG);
        Relay first = rig.start(Map.of("vendor.request-timeout-ms", "300"));
        rig.send("p1", "v", TRACED);
        eventually(() -> first.counters().get(Counter.INBOX_LEFT_OPEN) == 1);
        first.close();
        SPANS.clearSpans();
        rig.vendor.script(attempt -> Behaviour.APPROVE);
        rig.age();

        Relay second = rig.start(Map.of());

        eventually(() -> rig.results().size() == 1);
        assertThat(second.counters().get(Counter.INBOX_SETTLED_POLLING)).isEqualTo(1);
        assertThat(traceParent(rig.results().getFirst())).startsWith("00-" + TRACE_ID + "-");
        eventually(() -> spans("pg_inbox pay").size() == 1);
        assertThat(spans("pg_inbox pay").getFirst().getTraceId()).isEqualTo(TRACE_ID);
    }

    @Test
    void isKeptAcrossRetriesUntilTheDeadLetter() throws Exception {
        rig.vendor.script(attempt -> Behaviour.FAIL);
        rig.start(Map.of("pg.inbox.attempts-max", "2"));

        rig.send("p1", "v", TRACED);

        eventually(() -> rig.deadLetters().size() == 1);
        assertThat(traceParent(rig.deadLetters().getFirst())).startsWith("00-" + TRACE_ID + "-");
        eventually(() -> SPANS.getSpans().size() == 4);
        assertThat(SPANS.getSpans()).extracting(SpanData::getTraceId).containsOnly(TRACE_ID);
    }

    /// sender -> receive -> pay -> the record that goes out.
    private static void assertSpansAreChained(String outbound) {
        eventually(() -> SPANS.getSpans().size() == 2);
        SpanData receive = spans("pg_inbox receive").getFirst();
        SpanData pay = spans("pg_inbox pay").getFirst();
        assertThat(receive.getParentSpanId()).isEqualTo(SENDER_SPAN_ID);
        assertThat(pay.getParentSpanId()).isEqualTo(receive.getSpanId());
        assertThat(outbound).isEqualTo("00-" + TRACE_ID + "-" + pay.getSpanId() + "-01");
    }

    private static List<SpanData> spans(String name) {
        return SPANS.getSpans().stream()
                .filter(span -> span.getName().equals(name))
                .toList();
    }

    private static String traceParent(ConsumerRecord<String, String> record) {
        return new String(record.headers().lastHeader(TraceScope.TRACE_PARENT).value(), StandardCharsets.UTF_8);
    }
}

package dev.relaybench.relay.inbox;

import static dev.relaybench.relay.inbox.InboxRig.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import dev.relaybench.relay.main.Relay;
import dev.relaybench.relay.metrics.Counter;
import dev.relaybench.relay.testbed.TestVendor.Behaviour;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/// A vendor that answers 5xx: the service sends the request to itself once more, and gives up at attempt 4.
class InboxRetryIT {
    private final InboxRig rig = new InboxRig(1);

    InboxRetryIT() throws Exception {}

    @AfterEach
    void close() {
        rig.close();
    }

    @Test
    void isGivenUpAtAttemptFourAfterWaitsThatGrow() throws Exception {
        rig.vendor.script(attempt -> Behaviour.FAIL);
        Relay relay = rig.start(Map.of());

        rig.send("p1", "secret", Map.of("h", "kept"));

        eventually(() -> rig.deadLetters().size() == 1);
        ConsumerRecord<String, String> dead = rig.deadLetters().getFirst();
        assertThat(dead.key()).isEqualTo("p1");
        assertThat(dead.value()).isEqualTo("secret");
        assertThat(header(dead, "h")).isEqualTo("kept");
        assertThat(header(dead, InboxMessages.ATTEMPT)).isEqualTo("4");
        assertThat(header(dead, InboxMessages.REASON)).isEqualTo("the vendor answered 503, attempt 4 was the last");
        assertThat(rig.database.query("SELECT attempt || ' ' || status FROM pg_inbox ORDER BY attempt"))
                .containsExactly("1 RETRIED", "2 RETRIED", "3 RETRIED", "4 DEAD");
        assertThat(rig.database.query("SELECT (extract(epoch FROM available_at - created_at) * 1000)::int"
                        + " FROM pg_outbox WHERE topic = '" + rig.topic + "' ORDER BY created_at"))
                .containsExactly("200", "400", "800");
        // No row was received before its wait was over.
        assertThat(rig.database.number("SELECT count(*) FROM pg_inbox JOIN pg_outbox USING (id)"
                        + " WHERE received_at >= available_at"))
                .isEqualTo(3);
        assertThat(rig.calls("POST p1")).isEqualTo(4);
        assertThat(rig.results()).isEmpty();
        assertThat(relay.counters().get(Counter.INBOX_RETRIED)).isEqualTo(3);
        assertThat(relay.counters().get(Counter.INBOX_DEAD_LETTERS)).isEqualTo(1);
    }

    @Test
    void aVendorThatRecoversIsPaidAtALaterAttempt() throws Exception {
        rig.vendor.script(attempt -> attempt < 3 ? Behaviour.FAIL : Behaviour.APPROVE);
        rig.start(Map.of());

        rig.send("p1");

        eventually(() -> rig.results().size() == 1);
        assertThat(rig.results().getFirst().value()).contains("\"attempt\":3");
        assertThat(rig.vendor.approvals("p1")).isEqualTo(1);
    }

    @Test
    void aFailureThatPaidIsFoundOutBeforeTheNextCall() throws Exception {
        rig.vendor.script(attempt -> Behaviour.PAY_AND_FAIL);
        rig.start(Map.of());

        rig.send("p1");

        eventually(() -> rig.results().size() == 1);
        assertThat(rig.vendor.calls()).containsExactly("POST p1", "GET p1");
        assertThat(rig.database.query("SELECT attempt || ' ' || status FROM pg_inbox ORDER BY attempt"))
                .containsExactly("1 RETRIED", "2 COMPLETED");
    }

    @Test
    void aLastAttemptThatPaidIsNoDeadLetter() throws Exception {
        rig.vendor.script(attempt -> Behaviour.PAY_AND_FAIL);
        rig.start(Map.of("pg.inbox.attempts-max", "1"));

        rig.send("p1");

        eventually(() -> rig.results().size() == 1);
        assertThat(rig.deadLetters()).isEmpty();
        assertThat(rig.vendor.calls()).containsExactly("POST p1", "GET p1");
    }

    private static String header(ConsumerRecord<String, String> record, String name) {
        return new String(record.headers().lastHeader(name).value(), StandardCharsets.UTF_8);
    }
}

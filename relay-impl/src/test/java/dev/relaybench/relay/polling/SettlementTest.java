package dev.relaybench.relay.polling;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.relaybench.relay.message.OutboxMessage;
import dev.relaybench.relay.message.PublishResult.Acked;
import dev.relaybench.relay.message.PublishResult.Refused;
import dev.relaybench.relay.message.PublishResult.Unavailable;
import dev.relaybench.relay.polling.Settlement.Refusal;
import dev.relaybench.relay.polling.Settlement.Retry;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.UUID;
import org.junit.jupiter.api.Test;

class SettlementTest {
    private final Retry retry =
            new Retry(3, new Backoff(Duration.ofSeconds(1), Duration.ofMinutes(1), 0), new Random(1));

    @Test
    void decidesForEachRowByItsOwnOutcome() {
        ClaimedRow acked = row(0);
        ClaimedRow unavailable = row(2);
        ClaimedRow first = row(0);
        ClaimedRow second = row(1);
        ClaimedRow last = row(2);

        Settlement settlement = Settlement.of(
                List.of(acked, unavailable, first, second, last),
                List.of(
                        new Acked(0, 0),
                        new Unavailable("gone"),
                        new Refused("one"),
                        new Refused("two"),
                        new Refused("three")),
                retry);

        assertThat(settlement)
                .isEqualTo(new Settlement(
                        List.of(acked),
                        List.of(
                                new Refusal(first, Duration.ofSeconds(1), "one"),
                                new Refusal(second, Duration.ofSeconds(2), "two")),
                        List.of(new Refusal(last, Duration.ZERO, "three")),
                        List.of(unavailable)));
    }

    @Test
    void doesNotGuessWhichResultIsMissing() {
        assertThatThrownBy(() -> Settlement.of(List.of(row(0)), List.of(), retry))
                .isInstanceOf(IllegalStateException.class);
    }

    @Test
    void anErrorIsOneBoundedLine() {
        assertThat(LastError.of(" a\0b\r\nc\t")).isEqualTo("a b c");
        assertThat(LastError.of("x".repeat(LastError.CHARS_MAX))).hasSize(LastError.CHARS_MAX);
        assertThat(LastError.of("x".repeat(LastError.CHARS_MAX + 1)))
                .hasSize(LastError.CHARS_MAX)
                .endsWith("x…");
        // A character of two halves at the cut.
        assertThat(LastError.of("x".repeat(LastError.CHARS_MAX - 2) + "😀😀")).endsWith("x…");
    }

    private static ClaimedRow row(int attempts) {
        OutboxMessage message = new OutboxMessage(UUID.randomUUID(), "a", "t", "p");
        return new ClaimedRow(message, 1, attempts, 1, Optional.empty());
    }
}

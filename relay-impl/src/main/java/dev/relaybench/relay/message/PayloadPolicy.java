package dev.relaybench.relay.message;

import java.nio.charset.StandardCharsets;
import java.util.Optional;

/// Decides whether a message may be appended: an application's place to refuse personal data, or what is too large.
///
/// Asked before the row is written. A refusal rolls the business transaction back.
@FunctionalInterface
public interface PayloadPolicy {
    /// Says why the message is refused, without any part of its payload; empty if it is not.
    Optional<String> refusal(OutboxMessage message);

    /// Refuses payloads of more than so many bytes in UTF-8. Refused here, a message costs its sender one error;
    /// refused by the broker, it costs the relay all its attempts.
    static PayloadPolicy bytesAtMost(int bytesMax) {
        return message -> {
            // A char is one to three bytes: most payloads need no counting.
            int chars = message.payload().length();
            if (chars <= bytesMax / 3) {
                return Optional.empty();
            }
            int bytes = message.payload().getBytes(StandardCharsets.UTF_8).length;
            return bytes <= bytesMax
                    ? Optional.empty()
                    : Optional.of("a payload of " + bytes + " bytes, allowed are " + bytesMax);
        };
    }

    /// This policy, and that one if this one has no objection.
    default PayloadPolicy and(PayloadPolicy other) {
        return message -> refusal(message).or(() -> other.refusal(message));
    }
}

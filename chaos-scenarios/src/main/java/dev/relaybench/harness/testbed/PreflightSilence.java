package dev.relaybench.harness.testbed;

import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.filter.Filter;
import ch.qos.logback.core.spi.FilterReply;

/// Keeps out of the log what Kafka's clients say while a preflight tries whether they get through: dozens of lines, of
/// which the preflight makes one sentence. Named by the logging configuration.
public final class PreflightSilence extends Filter<ILoggingEvent> {
    /// How Kafka's clients of a preflight begin what they say.
    private static final String SPEAKER = "clientId=" + KafkaLogin.CLIENT_ID;

    @Override
    public FilterReply decide(ILoggingEvent event) {
        boolean ours = event.getLoggerName().startsWith("org.apache.kafka.")
                && event.getFormattedMessage().contains(SPEAKER);
        return ours ? FilterReply.DENY : FilterReply.NEUTRAL;
    }
}

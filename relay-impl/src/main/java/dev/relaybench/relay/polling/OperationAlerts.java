package dev.relaybench.relay.polling;

import dev.relaybench.relay.polling.Settlement.Refusal;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// The way to the people who run this: a row was given up, and somebody has to decide what becomes of it.
@FunctionalInterface
public interface OperationAlerts {
    /// A row has become DEAD. Called after the commit, on the loop's thread: it must not wait for long. What it throws
    /// is logged, and changes nothing.
    void dead(Refusal refusal);

    /// Writes an error line.
    static OperationAlerts toLog() {
        Logger log = LoggerFactory.getLogger(OperationAlerts.class);
        return refusal -> log.atError()
                .addKeyValue("id", refusal.row().id())
                .addKeyValue("topic", refusal.row().message().topic())
                .addKeyValue("aggregateType", refusal.row().message().aggregateType())
                .addKeyValue("aggregateId", refusal.row().message().aggregateId())
                .addKeyValue("attempts", refusal.row().attempts() + 1)
                .addKeyValue("error", refusal.error())
                .log("an event is dead: it was refused for the last time, and waits for a person");
    }
}

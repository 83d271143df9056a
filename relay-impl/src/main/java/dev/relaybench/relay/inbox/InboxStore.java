package dev.relaybench.relay.inbox;

import dev.relaybench.relay.message.Headers;
import dev.relaybench.relay.message.InboundRecord;
import dev.relaybench.relay.metrics.Counter;
import dev.relaybench.relay.metrics.RelayCounters;
import dev.relaybench.relay.outbox.OutboxAppender;
import dev.relaybench.relay.settings.InboxSettings;
import dev.relaybench.relay.spi.RelayContract;
import dev.relaybench.relay.trace.TraceScope;
import dev.relaybench.relay.transaction.CommitOutcome;
import dev.relaybench.relay.transaction.CommitOutcome.Committed;
import dev.relaybench.relay.transaction.CommitOutcome.Indeterminate;
import dev.relaybench.relay.transaction.CommitOutcome.Refused;
import dev.relaybench.relay.transaction.CommitOutcome.RolledBack;
import dev.relaybench.relay.transaction.TransactionalOutbox;
import dev.relaybench.relay.transaction.TransactionalOutbox.Decision;
import io.opentelemetry.api.trace.SpanKind;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Stores records, a batch in one transaction, each of them once however often it is delivered.
public final class InboxStore {
    private static final Logger LOG = LoggerFactory.getLogger(InboxStore.class);

    private final TransactionalOutbox transactions;
    private final OutboxAppender appender;
    private final InboxMessages messages;
    private final RelayCounters counters;

    public InboxStore(
            TransactionalOutbox transactions, OutboxAppender appender, InboxSettings settings, RelayCounters counters) {
        this.transactions = transactions;
        this.appender = appender;
        this.messages = new InboxMessages(settings.topics());
        this.counters = counters;
    }

    /// A record that is in the table for certain.
    ///
    /// @param fresh whether it is there for the first time
    public record Stored(InboxJob job, boolean fresh) {}

    /// Stores all records, or none.
    ///
    /// @return those that there is work for, in order
    /// @throws SQLException if the database failed; stored or not, the same call may be made again
    List<Stored> store(List<InboundRecord> records) throws SQLException {
        List<Entry> entries = records.stream().map(InboxStore::entry).toList();
        List<Boolean> fresh = new ArrayList<>();
        CommitOutcome outcome = insert(entries, fresh);
        return switch (outcome) {
            case Committed ignored -> stored(entries, fresh);
            case Refused refused -> throw refused.cause();
            case Indeterminate indeterminate -> throw indeterminate.cause();
            case RolledBack rolledBack -> {
                // One of them is poison of a kind that nobody has thought of.
                LOG.atWarn()
                        .addKeyValue("records", records.size())
                        .log("a batch is stored one by one: {}", rolledBack.reason());
                yield storeOneByOne(entries);
            }
        };
    }

    private List<Stored> storeOneByOne(List<Entry> entries) throws SQLException {
        List<Stored> stored = new ArrayList<>();
        for (Entry entry : entries) {
            List<Boolean> fresh = new ArrayList<>();
            CommitOutcome outcome = insert(List.of(entry), fresh);
            Entry written = entry;
            if (outcome instanceof RolledBack rolledBack) {
                written = entry.poisoned(rolledBack.reason());
                fresh.clear();
                outcome = insert(List.of(written), fresh);
            }
            switch (outcome) {
                case Committed ignored -> stored.addAll(stored(List.of(written), fresh));
                case Refused refused -> throw refused.cause();
                case Indeterminate indeterminate -> throw indeterminate.cause();
                case RolledBack rolledBack ->
                    throw new SQLException(entry.record + " cannot be stored: " + rolledBack.reason());
            }
        }
        return stored;
    }

    private CommitOutcome insert(List<Entry> entries, List<Boolean> fresh) {
        return transactions.run(transaction -> {
            Connection connection = transaction.connection();
            fresh.addAll(InboxInsert.run(connection, entries));
            for (int i = 0; i < entries.size(); i++) {
                Entry entry = entries.get(i);
                if (fresh.get(i) && entry.poison.isPresent()) {
                    appender.appendDelayed(
                            connection, messages.dead(entry.letter(), entry.poison.get()), Duration.ZERO);
                }
            }
            return Decision.COMMIT;
        });
    }

    private List<Stored> stored(List<Entry> entries, List<Boolean> fresh) {
        List<Stored> stored = new ArrayList<>();
        for (int i = 0; i < entries.size(); i++) {
            Entry entry = entries.get(i);
            counters.increment(fresh.get(i) ? Counter.INBOX_RECEIVED : Counter.INBOX_DUPLICATES);
            if (entry.poison.isEmpty()) {
                stored.add(new Stored(entry.job, fresh.get(i)));
            } else if (fresh.get(i)) {
                counters.increment(Counter.INBOX_POISON);
                LOG.warn("{} goes to the dead-letter topic: {}", entry.record, entry.poison.get());
            }
        }
        return stored;
    }

    private static Entry entry(InboundRecord record) {
        Map<String, String> headers = new HashMap<>(record.headers());
        headers.remove(RelayContract.EVENT_ID_HEADER);
        headers.remove(InboxMessages.ATTEMPT);
        try (TraceScope ignored = TraceScope.open("pg_inbox receive", SpanKind.CONSUMER, record.headers())) {
            headers.putAll(TraceScope.currentHeaders());
        }
        return new Entry(
                record,
                new InboxJob(record.id(RelayContract.EVENT_ID_HEADER)),
                attempt(record),
                headers,
                Poison.reason(record));
    }

    /// What is no number is nobody's retry.
    private static int attempt(InboundRecord record) {
        String attempt = record.headers().getOrDefault(InboxMessages.ATTEMPT, "1");
        return attempt.matches("[1-9][0-9]{0,5}") ? Integer.parseInt(attempt) : 1;
    }

    /// A record on its way into the table.
    record Entry(
            InboundRecord record, InboxJob job, int attempt, Map<String, String> headers, Optional<String> poison) {

        String paymentId() {
            String key = Poison.storable(record.key());
            return key.substring(0, Math.min(key.length(), Poison.PAYMENT_ID_CHARS_MAX));
        }

        String payload() {
            return Poison.storable(record.value());
        }

        String headersJson() {
            return Headers.toJson(headers);
        }

        InboxMessages.Letter letter() {
            String origin = record.topic() + "/" + record.partition() + "/" + record.offset();
            return new InboxMessages.Letter(job.id(), paymentId(), payload(), headers, origin);
        }

        /// The same record, found out to be poison, without the text that may be why.
        Entry poisoned(String reason) {
            InboundRecord empty =
                    new InboundRecord(record.topic(), record.partition(), record.offset(), "", "", Map.of());
            return new Entry(empty, job, attempt, Map.of(), Optional.of(reason));
        }
    }
}

package dev.relaybench.relay.settings;

/// Which outbox the application's events go through, and in what form.
///
/// | key | default | meaning |
/// |---|---|---|
/// | `relay.outbox.table` | pg_outbox | the table, and with it the system; see {@link Table} |
/// | `relay.publish-mode` | outbox | see {@link Mode} |
/// | `relay.publisher.enabled` | true | false: rows are stored and wait, nothing is sent and nothing is lost |
/// | `relay.payload-bytes-max` | 900000 | larger payloads are refused when they are appended |
/// | `relay.record-format` | raw | see {@link Format} |
///
/// @param publisherEnabled whether rows are relayed at all
/// @param payloadBytesMax largest payload in UTF-8 that may be appended
public record EventSettings(Table table, Mode mode, boolean publisherEnabled, int payloadBytesMax, Format format) {

    /// An outbox table.
    public enum Table {
        /// S1: `processed_at` and `available_at`, an in-memory channel before it; no retry limit.
        PG_OUTBOX,
        /// S2: PENDING, PUBLISHED, DEAD, a wake before it; the row of S3 under S2's name.
        CANCEL_EVENT_OUTBOX,
        /// S3: the full row with IN_FLIGHT and FAILED.
        OUTBOX_EVENT,
        /// S3, in partitions by time: old rows go by dropping a partition.
        OUTBOX_EVENT_ROTATED;

        /// Its name in the database and in the settings.
        public String tableName() {
            return Words.snake(this);
        }
    }

    /// When an event leaves.
    public enum Mode {
        /// A row in the same commit, published separately.
        OUTBOX,
        /// Published and confirmed inside the transaction; a failed publish rolls it back. For comparison.
        INLINE,
        /// Sent after the commit, and forgotten: a dual write, unsafe. An upper limit for measurements.
        INLINE_ASYNC
    }

    /// What a record's value is.
    public enum Format {
        /// The payload as it is; all else in headers.
        RAW,
        /// A JSON envelope of event id, type, aggregate, time and payload.
        ENVELOPE
    }

    static EventSettings read(SettingsReader in) {
        EventSettings events = new EventSettings(
                in.choice("relay.outbox.table", Table.PG_OUTBOX, Words::snake),
                in.choice("relay.publish-mode", Mode.OUTBOX, Words::kebab),
                in.flag("relay.publisher.enabled", true),
                in.count("relay.payload-bytes-max", 900_000, 1, 100_000_000),
                in.choice("relay.record-format", Format.RAW, Words::kebab));
        in.rule(
                events.publisherEnabled || events.mode == Mode.OUTBOX,
                "relay.publisher.enabled = false needs relay.publish-mode = outbox: without an outbox nothing is stored"
                        + " that could wait");
        return events;
    }
}

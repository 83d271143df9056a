package dev.relaybench.relay.spi;

/// What a process has to do to be put under test, in any language.
///
/// **Start.** The harness runs the adapter's command. Its last argument is a Java properties file (UTF-8) with the keys
/// below and the relay's settings. The database already has the table {@link #BUSINESS_TABLE}; the relay makes its own.
///
/// **Ready.** Once it accepts requests, the process prints one line to standard output: {@link #READY_LINE} followed by
/// the
/// port of its HTTP server, which listens on 127.0.0.1. Everything else it prints is its log.
///
/// **Work.** `POST /requests` carries one business request as JSON:
///
///     {"id": "<uuid>", "aggregateId": "k17", "sequence": 42, "topic": "...", "payload": "...", "rollback": false}
///
/// In one transaction the relay inserts the business row (`id`, `aggregate_id`, `sequence`, `topic`, `payload`) and
/// whatever makes it publish the event. With `"rollback": true` it does the same work and then rolls back, as an
/// application does whose business rule refuses at the end. It answers once it knows the outcome:
///
/// | status | body | meaning |
/// |---|---|---|
/// | 201 | `{"outcome":"committed","fastPath":"accepted"}` | committed; `fastPath` is `accepted`, `rejected` (the fast
/// path was full) or `none` |
/// | 409 | `{"outcome":"aborted"}` | rolled back, for certain |
/// | 500 | `{"outcome":"indeterminate"}` | the connection broke during the commit: nobody knows |
/// | 503 | `{"outcome":"aborted"}` | refused before the commit (overload, no database) |
///
/// **Publish.** To the topic of the request: key = `aggregateId`, value = `payload` (UTF-8), header {@link
/// #EVENT_ID_HEADER} =
/// `id`, the same bytes each time it is sent.
///
/// **Answer.** `GET /ready`: 200 or 503. `GET /live`: 200 or 503 with, for each loop, the age of its last completed
/// cycle in
/// milliseconds: `{"loops":{"outbox-polling":{"ageMillis":12}}}`. `GET /counters`: one flat JSON object of whole
/// numbers, which
/// the harness stores and shows but never judges by.
///
/// **Stop.** SIGTERM stops it gracefully within {@link #STOP_SECONDS_MAX} seconds; SIGKILL may come at any time.
public final class RelayContract {
    /// JDBC URL of the database under test.
    public static final String JDBC_URL = "relay.jdbc.url";
    /// User of the database.
    public static final String JDBC_USER = "relay.jdbc.user";
    /// Password of the database; absent when it needs none.
    public static final String JDBC_PASSWORD = "relay.jdbc.password";
    /// Kafka's bootstrap servers, as the relay must reach them (through a proxy, most often).
    public static final String BOOTSTRAP_SERVERS = "relay.kafka.bootstrap-servers";
    /// Begins the keys of what a Kafka client needs beside that, by Kafka's own names: `security.protocol`, `sasl.*`
    /// and `ssl.*`. Absent for a cluster that takes everybody. Values may be secrets.
    public static final String KAFKA_CLIENT_PREFIX = "relay.kafka.client.";
    /// Port of the relay's HTTP server on 127.0.0.1; 0 = any free port.
    public static final String HTTP_PORT = "relay.http.port";

    /// Start of the line that says that the relay accepts requests; the port follows.
    public static final String READY_LINE = "relaybench-ready port=";
    /// Record header that carries the event id.
    public static final String EVENT_ID_HEADER = "event-id";
    /// The business table: `id uuid primary key, aggregate_id text, sequence bigint, topic text, payload text`. Its
    /// rows are the truth that a run is judged by; nobody updates or deletes them.
    public static final String BUSINESS_TABLE = "business_request";
    /// Longest time between SIGTERM and the end of the process.
    public static final int STOP_SECONDS_MAX = 15;

    private RelayContract() {}
}

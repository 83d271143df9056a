-- The polling outbox of S3; S2 has the same row under its own name.
--
-- position orders the rows of an aggregate. It is taken at the insert, not at the commit: whoever wants the order of
-- commits takes a lock for the aggregate before the insert.
--
-- The aggregates are ordered for the index only, so by bytes: the claim in order walks from one to the next, and would
-- spend much of its time on the rules of a language.
CREATE SEQUENCE outbox_position;

CREATE TABLE outbox_event (
    id              uuid        PRIMARY KEY,
    position        bigint      NOT NULL DEFAULT nextval('outbox_position'),
    aggregate_type  text        NOT NULL COLLATE "C",
    aggregate_id    text        NOT NULL COLLATE "C",
    event_type      text        NOT NULL,
    topic           text        NOT NULL,
    payload         text        NOT NULL,
    headers         text        NOT NULL DEFAULT '{}',
    status          text        NOT NULL DEFAULT 'PENDING'
        CHECK (status IN ('PENDING', 'IN_FLIGHT', 'PUBLISHED', 'FAILED', 'DEAD')),
    attempts        integer     NOT NULL DEFAULT 0,
    next_attempt_at timestamptz NOT NULL DEFAULT now(),
    created_at      timestamptz NOT NULL DEFAULT now(),
    published_at    timestamptz,
    last_error      text,
    -- Who holds the row, and the how manieth holder that is: a mark without the right generation changes nothing.
    owner           text,
    generation      bigint      NOT NULL DEFAULT 0,
    lease_until     timestamptz,
    CHECK ((status = 'IN_FLIGHT') = (lease_until IS NOT NULL))
);

-- Each index holds only the rows that somebody looks for by it, so that it stays as small as the backlog, however long
-- the history is.
CREATE INDEX outbox_event_claimable ON outbox_event (next_attempt_at, position) WHERE status IN ('PENDING', 'FAILED');
CREATE INDEX outbox_event_unfinished ON outbox_event (aggregate_type, aggregate_id, position)
    WHERE status IN ('PENDING', 'IN_FLIGHT', 'FAILED');
CREATE INDEX outbox_event_leases ON outbox_event (lease_until) WHERE status = 'IN_FLIGHT';
CREATE INDEX outbox_event_published ON outbox_event (published_at) WHERE status = 'PUBLISHED';
CREATE INDEX outbox_event_dead ON outbox_event (position, id) WHERE status = 'DEAD';

CREATE TABLE cancel_event_outbox (LIKE outbox_event INCLUDING ALL);

-- By time, so that old rows go with their partition. A row that no partition was made for goes to the last one: an
-- application must not fail because the rotation is late.
CREATE TABLE outbox_event_rotated (
    LIKE outbox_event INCLUDING DEFAULTS INCLUDING CONSTRAINTS,
    PRIMARY KEY (id, created_at)
) PARTITION BY RANGE (created_at);
CREATE TABLE outbox_event_rotated_rest PARTITION OF outbox_event_rotated DEFAULT;
CREATE INDEX ON outbox_event_rotated (next_attempt_at, position) WHERE status IN ('PENDING', 'FAILED');
CREATE INDEX ON outbox_event_rotated (aggregate_type, aggregate_id, position)
    WHERE status IN ('PENDING', 'IN_FLIGHT', 'FAILED');
CREATE INDEX ON outbox_event_rotated (lease_until) WHERE status = 'IN_FLIGHT';
CREATE INDEX ON outbox_event_rotated (position, id) WHERE status = 'DEAD';
-- Only from the last one are rows removed one by one.
CREATE INDEX ON outbox_event_rotated_rest (published_at) WHERE status = 'PUBLISHED';

-- Vacuum has to come by the number of rows, long before a fifth of a table that only grows has changed.
ALTER TABLE outbox_event SET (autovacuum_vacuum_scale_factor = 0.0, autovacuum_vacuum_threshold = 5000,
    autovacuum_analyze_scale_factor = 0.0, autovacuum_analyze_threshold = 5000);
ALTER TABLE cancel_event_outbox SET (autovacuum_vacuum_scale_factor = 0.0, autovacuum_vacuum_threshold = 5000,
    autovacuum_analyze_scale_factor = 0.0, autovacuum_analyze_threshold = 5000);
ALTER TABLE outbox_event_rotated_rest SET (autovacuum_vacuum_scale_factor = 0.0, autovacuum_vacuum_threshold = 5000,
    autovacuum_analyze_scale_factor = 0.0, autovacuum_analyze_threshold = 5000);

-- Who is the active relay, one row for each outbox table.
CREATE TABLE relay_leader (
    name        text        PRIMARY KEY,
    owner       text        NOT NULL,
    generation  bigint      NOT NULL,
    lease_until timestamptz NOT NULL
);

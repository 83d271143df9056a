-- The truth of a run. Made by the harness as a rule; made here so that the relay also runs by itself.
CREATE TABLE IF NOT EXISTS business_request (
    id           uuid PRIMARY KEY,
    aggregate_id text   NOT NULL,
    sequence     bigint NOT NULL,
    topic        text   NOT NULL,
    payload      text   NOT NULL
);

-- Each row is written once and updated once or a few times. No fillfactor below 100: processed_at is in the predicate
-- of the index and available_at is one of its columns, so no update can stay on its page (HOT) whatever room is left.
-- Each published row leaves one dead version and one dead entry at the head of the index, where every poll begins to
-- read: vacuum has to come by the number of rows, long before a fifth of a table that only grows has changed.
CREATE TABLE IF NOT EXISTS pg_outbox (
    id           uuid PRIMARY KEY,
    aggregate_id text        NOT NULL,
    topic        text        NOT NULL,
    payload      text        NOT NULL,
    headers      text        NOT NULL DEFAULT '{}',
    available_at timestamptz NOT NULL DEFAULT now(),
    created_at   timestamptz NOT NULL DEFAULT now(),
    processed_at timestamptz
) WITH (
    autovacuum_vacuum_scale_factor = 0.0,
    autovacuum_vacuum_threshold = 5000,
    autovacuum_analyze_scale_factor = 0.0,
    autovacuum_analyze_threshold = 5000
);

-- Holds what is still to be published and nothing else, in the order in which the polling worker takes it.
CREATE INDEX IF NOT EXISTS pg_outbox_pending ON pg_outbox (available_at, id) WHERE processed_at IS NULL;

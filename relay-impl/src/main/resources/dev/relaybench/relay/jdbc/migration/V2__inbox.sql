-- The inbox of S1. One row for each record that was received; its id is the record's event id, so that a record which
-- is delivered again finds its row.
CREATE TABLE pg_inbox (
    id            uuid        PRIMARY KEY,
    topic         text        NOT NULL,
    partition     integer     NOT NULL,
    record_offset bigint      NOT NULL,
    payment_id    text        NOT NULL,
    payload       text        NOT NULL,
    headers       text        NOT NULL DEFAULT '{}',
    attempt       integer     NOT NULL DEFAULT 1,
    status        text        NOT NULL DEFAULT 'PENDING'
        CHECK (status IN ('PENDING', 'IN_PROGRESS', 'COMPLETED', 'DECLINED', 'RETRIED', 'DEAD')),
    -- The channel rejected the row: the polling worker takes it without waiting for the stale threshold.
    due_at_once   boolean     NOT NULL DEFAULT false,
    -- Who works on the row, and the how manieth claim that is: a settlement without the right generation changes
    -- nothing.
    owner         text,
    generation    bigint      NOT NULL DEFAULT 0,
    received_at   timestamptz NOT NULL DEFAULT now(),
    updated_at    timestamptz NOT NULL DEFAULT now(),
    -- Why the row is DECLINED, RETRIED or DEAD.
    reason        text,
    CHECK ((status = 'PENDING') = (generation = 0) OR status = 'DEAD')
) WITH (
    autovacuum_vacuum_scale_factor = 0.0,
    autovacuum_vacuum_threshold = 5000,
    autovacuum_analyze_scale_factor = 0.0,
    autovacuum_analyze_threshold = 5000
);

-- Two records may ask for one payment. Only one of them is in progress at any time; the other one comes after it, and
-- asks the vendor first.
CREATE UNIQUE INDEX pg_inbox_one_in_progress ON pg_inbox (payment_id) WHERE status = 'IN_PROGRESS';
CREATE INDEX pg_inbox_payment ON pg_inbox (payment_id) WHERE generation > 0;

-- Each holds what one of the polling worker's questions looks for, and nothing else.
CREATE INDEX pg_inbox_pending ON pg_inbox (received_at, id) WHERE status = 'PENDING';
CREATE INDEX pg_inbox_due ON pg_inbox (received_at, id) WHERE status = 'PENDING' AND due_at_once;
CREATE INDEX pg_inbox_in_progress ON pg_inbox (updated_at, id) WHERE status = 'IN_PROGRESS';

-- The idempotent consumer of S4.
CREATE TABLE work (
    id            text        PRIMARY KEY,
    status        text        NOT NULL DEFAULT 'WAIT' CHECK (status IN ('WAIT', 'EXCN', 'SCS', 'FAIL')),
    -- How often its execution was begun.
    attempts      integer     NOT NULL DEFAULT 0,
    -- The vendor's number for the effect.
    reference     text,
    last_error    text,
    -- Who executes it, the how manieth that is, and when a silent owner counts as dead. Without an owner the work in
    -- execution waits for its next delivery.
    owner         text,
    generation    bigint      NOT NULL DEFAULT 0,
    claimed_until timestamptz,
    created_at    timestamptz NOT NULL DEFAULT now(),
    updated_at    timestamptz NOT NULL DEFAULT now(),
    CHECK ((owner IS NULL) = (claimed_until IS NULL)),
    CHECK (owner IS NULL OR status = 'EXCN')
);

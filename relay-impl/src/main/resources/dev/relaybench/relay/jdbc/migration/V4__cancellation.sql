-- The business tables of S2. The event of a cancellation goes through whichever outbox is configured.
CREATE TABLE payment (
    id           uuid        PRIMARY KEY,
    order_id     text        NOT NULL,
    amount       bigint      NOT NULL CHECK (amount >= 0),
    status       text        NOT NULL CHECK (status IN ('PENDING', 'APPROVED', 'CANCELLED', 'FAILED')),
    created_at   timestamptz NOT NULL DEFAULT now(),
    cancelled_at timestamptz,
    CHECK ((status = 'CANCELLED') = (cancelled_at IS NOT NULL))
);

CREATE TABLE payment_item (
    id         uuid   PRIMARY KEY,
    payment_id uuid   NOT NULL REFERENCES payment (id),
    name       text   NOT NULL,
    amount     bigint NOT NULL CHECK (amount >= 0),
    status     text   NOT NULL CHECK (status IN ('PAID', 'CANCELLED'))
);
CREATE INDEX payment_item_payment ON payment_item (payment_id, id);

CREATE TABLE cancel_request (
    id           uuid        PRIMARY KEY,
    payment_id   uuid        NOT NULL REFERENCES payment (id),
    reason       text        NOT NULL,
    status       text        NOT NULL DEFAULT 'REQUESTED' CHECK (status IN ('REQUESTED', 'COMPLETED')),
    requested_at timestamptz NOT NULL DEFAULT now(),
    completed_at timestamptz,
    CHECK ((status = 'COMPLETED') = (completed_at IS NOT NULL))
);
CREATE INDEX cancel_request_payment ON cancel_request (payment_id);
-- A payment is cancelled once, whoever asks for it and however often.
CREATE UNIQUE INDEX cancel_request_completed ON cancel_request (payment_id) WHERE status = 'COMPLETED';

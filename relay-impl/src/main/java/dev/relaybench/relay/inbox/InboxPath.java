package dev.relaybench.relay.inbox;

import dev.relaybench.relay.metrics.Counter;

/// Who works on a row.
public enum InboxPath {
    IMMEDIATE(Counter.INBOX_SETTLED_IMMEDIATE),
    POLLING(Counter.INBOX_SETTLED_POLLING),
    DIRECT(Counter.INBOX_SETTLED_DIRECT);

    private final Counter settled;

    InboxPath(Counter settled) {
        this.settled = settled;
    }

    Counter settled() {
        return settled;
    }
}

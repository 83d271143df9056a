package dev.relaybench.relay.inbox;

import dev.relaybench.relay.inbox.InboxStore.Stored;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;

/// Has rows paid on the consumer thread, for comparison: throughput is then tied to the vendor's latency, and a slow
/// vendor keeps the thread from its next poll until the group gives the partitions away.
///
/// Records that come again are tried again: whatever is no longer PENDING is left alone by the claim.
public final class DirectHandOver implements HandOver {
    private final InboxClaims claims;
    private final PgInboxService service;

    public DirectHandOver(InboxClaims claims, PgInboxService service) {
        this.claims = claims;
        this.service = service;
    }

    @Override
    public void accept(List<Stored> stored) throws SQLException, InterruptedException {
        for (Stored record : stored) {
            Optional<InboxRow> row = service.claim(connection -> claims.claim(connection, record.job()));
            if (row.isPresent()) {
                service.work(row.get(), InboxPath.DIRECT);
            }
        }
    }
}

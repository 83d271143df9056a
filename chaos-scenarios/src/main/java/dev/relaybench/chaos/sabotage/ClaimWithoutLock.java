package dev.relaybench.chaos.sabotage;

import com.google.auto.service.AutoService;
import dev.relaybench.harness.expect.Anomaly;
import dev.relaybench.relay.main.RelayWiring;
import dev.relaybench.relay.message.OutboxMessage;
import dev.relaybench.relay.outbox.OutboxClaims;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.List;
import java.util.Set;

/// Rows are claimed by a plain SELECT, without a lock.
@AutoService(Sabotage.class)
public final class ClaimWithoutLock implements Sabotage {
    @Override
    public String name() {
        return "claim-without-lock";
    }

    @Override
    public String description() {
        return "Rows are claimed by a plain SELECT, without a lock.";
    }

    @Override
    public Set<Catch> caughtBy() {
        return Set.of(new Catch("broker-slow-latency", Anomaly.DUPLICATED));
    }

    @Override
    public RelayWiring wiring() {
        return new RelayWiring() {
            @Override
            public OutboxClaims claims() {
                return new OutboxClaims() {
                    @Override
                    public List<OutboxMessage> claimDue(Connection connection, int limit) throws SQLException {
                        try (PreparedStatement select = connection.prepareStatement(UNLOCKED)) {
                            select.setInt(1, limit);
                            return read(select);
                        }
                    }
                };
            }
        };
    }

    private static final String UNLOCKED = "SELECT id, aggregate_id, topic, payload, headers, created_at FROM pg_outbox"
            + " WHERE processed_at IS NULL AND available_at <= now() ORDER BY available_at, id LIMIT ?";
}

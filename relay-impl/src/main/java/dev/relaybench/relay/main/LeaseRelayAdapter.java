package dev.relaybench.relay.main;

import com.google.auto.service.AutoService;
import dev.relaybench.relay.spi.Guarantee;
import dev.relaybench.relay.spi.RelayAdapter;
import java.util.Map;
import java.util.Set;

/// The reference relay as S3: IN_FLIGHT rows with a lease, a reaper, a head gate for each aggregate.
@AutoService(RelayAdapter.class)
public final class LeaseRelayAdapter extends OwnRelayAdapter {
    @Override
    public String name() {
        return "reference-lease";
    }

    @Override
    public String description() {
        return "A polling outbox with leases, fenced marks and the order of each aggregate kept.";
    }

    @Override
    public Set<Guarantee> guarantees() {
        return Set.of(Guarantee.AT_LEAST_ONCE, Guarantee.AGGREGATE_ORDER);
    }

    @Override
    public Map<String, String> settings() {
        return Map.of(
                "relay.outbox.table", "outbox_event",
                "outbox.claim", "lease",
                "outbox.order", "aggregate",
                "wake.transport", "in-memory");
    }
}

package dev.relaybench.relay.main;

import com.google.auto.service.AutoService;
import dev.relaybench.relay.spi.Guarantee;
import dev.relaybench.relay.spi.RelayAdapter;
import java.util.Map;
import java.util.Set;

/// The reference relay as S2: a wake after the commit, and a safety poll.
///
/// Without a claim to order: a refused row is overtaken.
@AutoService(RelayAdapter.class)
public final class WakeRelayAdapter extends OwnRelayAdapter {
    @Override
    public String name() {
        return "reference-wake";
    }

    @Override
    public String description() {
        return "A polling outbox with a wake by LISTEN and NOTIFY, rows locked across the publish.";
    }

    @Override
    public Set<Guarantee> guarantees() {
        return Set.of(Guarantee.AT_LEAST_ONCE);
    }

    @Override
    public Map<String, String> settings() {
        return Map.of(
                "relay.outbox.table", "cancel_event_outbox",
                "outbox.claim", "row-lock",
                "wake.transport", "listen-notify");
    }
}

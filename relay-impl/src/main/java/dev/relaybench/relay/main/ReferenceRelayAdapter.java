package dev.relaybench.relay.main;

import com.google.auto.service.AutoService;
import dev.relaybench.relay.spi.Guarantee;
import dev.relaybench.relay.spi.RelayAdapter;
import java.util.Set;

/// The reference relay as S1, to be put under test.
@AutoService(RelayAdapter.class)
public final class ReferenceRelayAdapter extends OwnRelayAdapter {
    @Override
    public String name() {
        return "reference";
    }

    @Override
    public String description() {
        return "Two-stage in-memory channel dispatch with a polling fallback, rows locked across the publish.";
    }

    /// Not the order of an aggregate: two workers take rows side by side, and a refused row is overtaken.
    @Override
    public Set<Guarantee> guarantees() {
        return Set.of(Guarantee.AT_LEAST_ONCE);
    }
}

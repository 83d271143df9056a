package dev.relaybench.relay.main;

import dev.relaybench.relay.spi.RelayAdapter;
import java.nio.file.Path;
import java.util.List;

/// The reference relay, to be put under test: one program, whose settings say which of the reference systems it is.
abstract class OwnRelayAdapter implements RelayAdapter {
    @Override
    public final List<String> command(Path java, Path config) {
        return RelayCommand.of(java, RelayMain.class, config);
    }

    @Override
    public final String pendingQuery() {
        return PendingRows.QUERY;
    }
}

package dev.relaybench.chaos.sabotage;

import dev.relaybench.harness.expect.Anomaly;
import dev.relaybench.relay.main.ReferenceRelayAdapter;
import dev.relaybench.relay.main.RelayCommand;
import dev.relaybench.relay.main.RelayWiring;
import dev.relaybench.relay.spi.Guarantee;
import dev.relaybench.relay.spi.RelayAdapter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.ServiceLoader;
import java.util.Set;

/// The reference relay with one defect. Found by service loading: one more sabotage is one more file.
public interface Sabotage extends RelayAdapter {
    /// The relay, with the one part that is wrong.
    RelayWiring wiring();

    /// Who has to catch it, and by what.
    Set<Catch> caughtBy();

    /// A scenario that has to be BROKEN by this sabotage.
    ///
    /// @param scenario its name
    /// @param anomaly what it has to find
    record Catch(String scenario, Anomaly anomaly) {}

    /// A sabotage claims what the sound relay claims; that it does not keep it is the point.
    @Override
    default Set<Guarantee> guarantees() {
        return new ReferenceRelayAdapter().guarantees();
    }

    @Override
    default List<String> command(Path java, Path config) {
        var command = new ArrayList<>(RelayCommand.of(java, SabotageMain.class, config));
        command.add(1, "-D" + SabotageMain.NAME_PROPERTY + "=" + name());
        return command;
    }

    @Override
    default String pendingQuery() {
        return new ReferenceRelayAdapter().pendingQuery();
    }

    /// All sabotages, by name.
    static List<Sabotage> installed() {
        return ServiceLoader.load(Sabotage.class).stream()
                .map(ServiceLoader.Provider::get)
                .sorted(Comparator.comparing(Sabotage::name))
                .toList();
    }
}

package dev.relaybench.chaos;

import dev.relaybench.chaos.sabotage.Sabotage;
import dev.relaybench.relay.spi.RelayAdapter;
import java.util.Comparator;
import java.util.List;
import java.util.ServiceLoader;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// The relays that can be named on the command line: the installed adapters, and the sabotaged ones.
final class Relays {
    private Relays() {}

    static List<RelayAdapter> adapters() {
        return ServiceLoader.load(RelayAdapter.class).stream()
                .map(ServiceLoader.Provider::get)
                .sorted(Comparator.comparing(RelayAdapter::name))
                .toList();
    }

    /// @throws UsageException if there is none of this name
    static RelayAdapter named(String name) {
        return Stream.concat(adapters().stream(), Sabotage.installed().stream())
                .filter(relay -> relay.name().equals(name))
                .findFirst()
                .orElseThrow(() -> new UsageException("There is no relay named \"" + name + "\": choose one of "
                        + names(adapters()) + ", or of the sabotaged ones " + names(Sabotage.installed()) + "."));
    }

    private static String names(List<? extends RelayAdapter> relays) {
        return relays.stream().map(RelayAdapter::name).collect(Collectors.joining(", "));
    }
}

package dev.relaybench.relay.spi;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// Describes one relay that can be put under test, and how to start it as a process of its own.
///
/// Found by service loading: a new relay is one new file. The process itself has to keep {@link RelayContract}.
public interface RelayAdapter {
    /// The relay's name on the command line and in reports: lower case, words joined by `-`. Unique.
    String name();

    /// One sentence for people: what this relay is.
    String description();

    /// What this relay claims.
    Set<Guarantee> guarantees();

    /// The command line of the process.
    ///
    /// @param java the `java` executable of the JDK that runs the harness; a relay in another language ignores it
    /// @param config the properties file that the harness has written for this start; see {@link RelayContract}
    List<String> command(Path java, Path config);

    /// Settings that this relay is started with, beside addresses and credentials: several adapters may run one program
    /// in several arrangements. A scenario's own settings win.
    default Map<String, String> settings() {
        return Map.of();
    }

    /// A query that lists what the relay still has to publish: one row for each committed event that is neither
    /// published nor given up, with the columns `id` (text, the event id) and `since` (timestamptz, when it was
    /// stored).
    ///
    /// The harness counts it for the backlog, takes its oldest row for the lag, and uses it after the drain to tell a
    /// row that is stuck from one that is lost. It never decides whether a row was published.
    String pendingQuery();
}

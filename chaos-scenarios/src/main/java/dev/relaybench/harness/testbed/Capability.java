package dev.relaybench.harness.testbed;

/// What an environment may or may not let the harness do. A scenario that needs one that is missing is not run, and its
/// report says so.
public enum Capability {
    /// Toxics can be put between the relay and every broker.
    BROKER_LINK("a proxied link to every broker"),
    /// Toxics can be put between the relay and PostgreSQL.
    POSTGRES_LINK("a proxied link to PostgreSQL"),
    /// Brokers can be killed, frozen, stopped and started again.
    BROKER_PROCESS("brokers whose processes the harness may end"),
    /// PostgreSQL can be killed, frozen, stopped and started again.
    POSTGRES_PROCESS("a PostgreSQL whose process the harness may end"),
    /// There are three brokers at least, so that each topic has three replicas.
    THREE_BROKERS("three brokers");

    private final String words;

    Capability(String words) {
        this.words = words;
    }

    /// What it is, to follow the word "needs".
    public String words() {
        return words;
    }
}

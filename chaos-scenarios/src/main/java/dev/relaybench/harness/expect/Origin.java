package dev.relaybench.harness.expect;

/// What a bound is counted from, and which rows it is about.
public enum Origin {
    /// Each row that the fast path rejected, from its own commit. The rejection follows the commit at once, so this
    /// overstates the recovery by the time between the two and never understates it.
    REJECTION("the row's commit, which is just before its rejection"),
    /// All rows that were committed and unpublished when the relay died, from the start of its new process.
    RESTART("the start of the new process"),
    /// All rows that were committed and unpublished when the fault was healed, from the confirmed heal.
    HEAL("the confirmed heal"),
    /// Each row that was committed while the fault lasted, or was on its way when the fault struck, from its own
    /// commit.
    COMMIT("the row's commit, while the fault lasts");

    private final String words;

    Origin(String words) {
        this.words = words;
    }

    /// What it is, for the report.
    public String words() {
        return words;
    }
}

package dev.relaybench.harness.workload;

/// What is offered, open-loop: the schedule does not wait for answers.
///
/// @param rateRowsPerSecond business requests a second, evenly spaced
/// @param keys number of aggregates, which take turns
/// @param payloadBytes size of each payload
/// @param rollbackEvery every so many requests one is rolled back by the application, which must never be published
public record Workload(int rateRowsPerSecond, int keys, int payloadBytes, int rollbackEvery) {
    public Workload {
        if (rateRowsPerSecond < 1 || keys < 1 || payloadBytes < 64 || rollbackEvery < 2) {
            throw new IllegalArgumentException(
                    "a workload needs a rate and keys of at least 1, payloads of at least 64 bytes and"
                            + " a rollback at most every second request: " + rateRowsPerSecond + ", " + keys + ", "
                            + payloadBytes + ", " + rollbackEvery);
        }
    }

    /// The usual one: 64 aggregates, 512 bytes, one rollback in twenty.
    public static Workload steady(int rateRowsPerSecond) {
        return new Workload(rateRowsPerSecond, 64, 512, 20);
    }
}

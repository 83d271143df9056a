package dev.relaybench.harness.toxiproxy.conformance;

import java.net.URI;
import java.util.List;

/// What the suite found out about a server.
///
/// @param url of the server's HTTP API
/// @param version what the server says of itself
/// @param results all cases, in the order in which they were tried
/// @param leftBehind names of proxies that the suite created and could not delete, of a server that still answers
public record ConformanceReport(URI url, String version, List<CaseResult> results, List<String> leftBehind) {
    public long passed() {
        return count(Outcome.Passed.class);
    }

    public long failed() {
        return count(Outcome.Failed.class);
    }

    public long skipped() {
        return count(Outcome.Skipped.class);
    }

    private long count(Class<? extends Outcome> kind) {
        return results.stream()
                .filter(result -> kind.isInstance(result.outcome()))
                .count();
    }

    /// One line: `93 passed, 1 failed, 0 skipped against Toxiproxy 2.12.0 at http://127.0.0.1:8474`.
    public String summary() {
        return passed() + " passed, " + failed() + " failed, " + skipped() + " skipped against Toxiproxy " + version
                + " at " + url;
    }
}

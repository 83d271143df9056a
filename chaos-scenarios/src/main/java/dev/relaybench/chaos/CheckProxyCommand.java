package dev.relaybench.chaos;

import dev.relaybench.harness.testbed.TestbedException;
import dev.relaybench.harness.toxiproxy.ToxiproxyServer;
import dev.relaybench.harness.toxiproxy.conformance.CaseResult;
import dev.relaybench.harness.toxiproxy.conformance.Conformance;
import dev.relaybench.harness.toxiproxy.conformance.ConformanceReport;
import dev.relaybench.harness.toxiproxy.conformance.Outcome;
import java.net.URI;
import java.net.URISyntaxException;
import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/// `relaybench testbed check-proxy`: holds a Toxiproxy server, real or embedded, against what the real one was seen to
/// do.
@Command(
        name = "check-proxy",
        description = {
            "Holds a Toxiproxy server against what the real one was seen to do: its HTTP API and its traffic.",
            "",
            "The suite listens on 127.0.0.1 of this machine, and proxies on 127.0.0.1 of the server: it has to run on"
                    + " this machine or share its network (docker run --network host). It must have no proxies: one"
                    + " that has is left untouched.",
            ""
        },
        exitCodeListHeading = "Exit codes:%n",
        exitCodeList = {
            "0:every case passed",
            "1:a case failed",
            "2:no case failed, but some or all could not be judged",
            "64:no such address can be checked",
            "70:nothing answers, it is no Toxiproxy, or it has proxies"
        })
final class CheckProxyCommand implements Callable<Integer> {
    private static final Duration HALT_LIMIT = Duration.ofSeconds(10);
    private static final String LINE = "%-9s%s: %s%n";

    @Option(
            names = "--url",
            paramLabel = "URL",
            description = "The server's HTTP API, such as http://127.0.0.1:8474. Without it, the embedded server.")
    private @Nullable String url;

    private volatile boolean ending;
    private int failed;
    private int skipped;
    private String lastReason = "";

    @Override
    public Integer call() {
        if (url != null) {
            return check(conformance(url));
        }
        try (var embedded = ToxiproxyServer.start()) {
            return check(conformance("http://127.0.0.1:" + embedded.port()));
        }
    }

    private static Conformance conformance(String url) {
        try {
            return Conformance.of(new URI(url));
        } catch (URISyntaxException e) {
            throw new UsageException(
                    "\"" + url + "\" is no address: name the server's HTTP API like http://127.0.0.1:8474.");
        } catch (IllegalArgumentException e) {
            throw new UsageException(String.valueOf(e.getMessage()));
        }
    }

    private int check(Conformance conformance) {
        var progress = ConsoleProgress.onStandardOutput();
        // Ctrl-C leaves no proxy behind; after an ordinary end there is nothing left to do.
        Runtime.getRuntime().addShutdownHook(new Thread(() -> end(conformance), "check-proxy-end"));
        ConformanceReport report = run(conformance, progress);
        progress.done();
        if (!report.leftBehind().isEmpty()) {
            System.out.println("Not deleted, as the server did not do it: " + report.leftBehind());
        }
        System.out.println(report.summary());
        return exitCode(report);
    }

    private void end(Conformance conformance) {
        ending = true;
        conformance.end();
    }

    private ConformanceReport run(Conformance conformance, ConsoleProgress progress) {
        try {
            return conformance.run((result, number, groupSize) -> show(progress, result, number, groupSize));
        } catch (TestbedException e) {
            if (ending) {
                // The process ends at any moment, and has said why.
                LockSupport.parkNanos(this, HALT_LIMIT.toNanos());
            }
            throw e;
        }
    }

    private void show(ConsoleProgress progress, CaseResult result, int number, int groupSize) {
        switch (result.outcome()) {
            case Outcome.Passed ignored -> {}
            case Outcome.Failed why -> {
                failed++;
                progress.done();
                System.out.printf(LINE, "FAILED", result.name(), why.reason());
            }
            case Outcome.Skipped why -> {
                skipped++;
                // A server that is gone is worth one line.
                if (!why.reason().equals(lastReason)) {
                    progress.done();
                    System.out.printf(LINE, "SKIPPED", result.name(), why.reason());
                }
                lastReason = why.reason();
            }
        }
        progress.count(result.group() + ": " + number + " of " + groupSize);
        if (number == groupSize) {
            progress.done();
            System.out.printf(
                    "%-15s %d of %d passed%s%n",
                    result.group(),
                    groupSize - failed - skipped,
                    groupSize,
                    skipped > 0 ? ", " + skipped + " skipped" : "");
            failed = 0;
            skipped = 0;
        }
    }

    static int exitCode(ConformanceReport report) {
        if (report.failed() > 0) {
            return ExitCode.BROKEN;
        }
        // A case that was not judged is no pass.
        return report.skipped() > 0 || report.passed() == 0 ? ExitCode.INCONCLUSIVE : ExitCode.HELD;
    }
}

package dev.relaybench.chaos;

import dev.relaybench.harness.history.HistoryException;
import dev.relaybench.harness.testbed.TestbedException;
import dev.relaybench.report.run.RunFormatException;
import org.slf4j.LoggerFactory;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ScopeType;

/// `relaybench`: the command line.
@Command(
        name = "relaybench",
        description = "Benchmarks and chaos tests for transactional-outbox relays (PostgreSQL to Kafka).",
        mixinStandardHelpOptions = true,
        scope = ScopeType.INHERIT,
        version = "relaybench 0.1.0",
        subcommands = {
            DemoCommand.class,
            ChaosCommand.class,
            BenchCommand.class,
            ReportCommand.class,
            TestbedCommand.class
        })
public final class RelaybenchMain {
    private RelaybenchMain() {}

    /// Runs the command line and exits with its code: 0 held, 1 broken, 2 inconclusive, 64 usage, 70 harness failure.
    public static void main(String[] args) {
        var interrupted = new Thread(RelaybenchMain::interrupted, "interrupted");
        Runtime.getRuntime().addShutdownHook(interrupted);
        int code = commandLine().execute(args);
        try {
            Runtime.getRuntime().removeShutdownHook(interrupted);
        } catch (IllegalStateException e) {
            return; // Interrupted: the end has begun already.
        }
        System.exit(code);
    }

    /// The processes of the testbed end with this one, by their watchdog; histories and samples are on disk up to a
    /// moment ago.
    private static void interrupted() {
        System.err.println();
        System.err.println(
                "relaybench: interrupted: what was recorded so far is kept in run directories that end in .partial.");
    }

    static CommandLine commandLine() {
        return new CommandLine(new RelaybenchMain())
                .setCaseInsensitiveEnumValuesAllowed(true)
                .setParameterExceptionHandler(RelaybenchMain::usage)
                .setExecutionExceptionHandler((failure, command, parsed) -> failure(failure));
    }

    private static int usage(ParameterException mistake, String[] args) {
        System.err.println("relaybench: " + mistake.getMessage());
        System.err.println("Try: relaybench "
                + mistake.getCommandLine().getCommandSpec().qualifiedName(" ").replaceFirst("^relaybench ?", "")
                + " --help");
        return ExitCode.USAGE;
    }

    /// One sentence for what a user can mend; a stack trace goes to the log only.
    private static int failure(Exception failure) {
        switch (failure) {
            case UsageException ignored -> {
                System.err.println("relaybench: " + failure.getMessage());
                return ExitCode.USAGE;
            }
            case TestbedException ignored -> System.err.println("relaybench: " + failure.getMessage());
            case RunFormatException ignored -> System.err.println("relaybench: " + failure.getMessage());
            case HistoryException ignored -> System.err.println("relaybench: " + failure.getMessage());
            default -> {
                System.err.println("relaybench: the harness failed: " + failure);
                LoggerFactory.getLogger(RelaybenchMain.class).error("the harness failed", failure);
            }
        }
        return ExitCode.HARNESS_FAILURE;
    }
}

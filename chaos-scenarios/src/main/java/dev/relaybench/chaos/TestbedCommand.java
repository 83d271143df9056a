package dev.relaybench.chaos;

import dev.relaybench.harness.run.RelaySettingsFile;
import dev.relaybench.harness.testbed.EmbeddedTestbed;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/// `relaybench testbed`: the testbed alone.
@Command(
        name = "testbed",
        description = "The testbed alone.",
        subcommands = {TestbedCommand.Up.class, CheckProxyCommand.class})
final class TestbedCommand implements Runnable {
    @Spec
    private @Nullable CommandSpec spec;

    @Override
    public void run() {
        if (spec != null) {
            throw new ParameterException(spec.commandLine(), "Say what: testbed up, testbed check-proxy.");
        }
    }

    /// `relaybench testbed up`: starts it, prints its addresses, and keeps it until Ctrl-C.
    @Command(name = "up", description = "Starts PostgreSQL and Kafka, prints their addresses, stops them on Ctrl-C.")
    static final class Up implements Callable<Integer> {
        @Mixin
        private EnvironmentOptions environment = new EnvironmentOptions();

        @Override
        public Integer call() throws Exception {
            environment.check();
            var progress = ConsoleProgress.onStandardOutput();
            try (var testbed = environment.openForGuests(progress);
                    var credentials = RelaySettingsFile.direct(testbed, "postgres")) {
                // Ctrl-C ends this without closing anything; the testbed's watchdog does not know of the file.
                credentials.path().toFile().deleteOnExit();
                progress.done();
                System.out.println("PostgreSQL        " + testbed.postgres().jdbcUrl("postgres"));
                System.out.println("  through a proxy " + testbed.postgres().jdbcUrlProxied("postgres"));
                System.out.println("Kafka             " + testbed.kafka().bootstrapDirect());
                System.out.println("  through a proxy " + testbed.kafka().bootstrapProxied());
                System.out.println(
                        "Credentials       " + credentials.path() + " (a relay's settings, for your eyes alone)");
                if (testbed instanceof EmbeddedTestbed embedded) {
                    System.out.println("As your own       --env external --external " + embedded.writeGuestSettings()
                            + " (for your eyes alone)");
                }
                System.out.println("Stop it with Ctrl-C.");
                new CountDownLatch(1).await();
            }
            return ExitCode.HELD;
        }
    }
}

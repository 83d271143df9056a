package dev.relaybench.relay.main;

import dev.relaybench.relay.settings.RelaySettings;
import dev.relaybench.relay.settings.SettingsException;
import dev.relaybench.relay.spi.RelayContract;
import java.nio.file.Path;
import java.util.concurrent.CountDownLatch;
import org.slf4j.LoggerFactory;

/// The relay's main class: `RelayMain <properties-file>`.
///
/// It logs to standard output: lines for people, or with `-Drelay.log.format=json` one JSON object a line. No payload
/// is
/// ever logged.
///
/// Exit codes: 64 = the command line or the settings are wrong, 70 = cannot start. Stopped by SIGTERM it ends with 143,
/// as every JVM does.
public final class RelayMain {
    /// The command line or the settings are wrong.
    public static final int EXIT_USAGE = 64;
    /// The settings are sound, but the relay cannot start.
    public static final int EXIT_CANNOT_START = 70;

    private RelayMain() {}

    public static void main(String[] args) throws InterruptedException {
        System.exit(run(args, new RelayWiring()));
    }

    /// Runs a relay of this wiring until the process is told to stop.
    ///
    /// @return the exit code, if it did not start; what is wrong is on standard error in one sentence
    public static int run(String[] args, RelayWiring wiring) throws InterruptedException {
        if (System.getProperty("logback.configurationFile") == null) {
            System.setProperty("logback.configurationFile", RelayCommand.logConfiguration());
        }
        if (args.length != 1) {
            System.err.println("usage: RelayMain <properties-file>");
            return EXIT_USAGE;
        }
        try {
            Relay relay = Relay.start(RelaySettings.read(Path.of(args[0])), wiring);
            Runtime.getRuntime().addShutdownHook(new Thread(relay::close, "shutdown"));
            System.out.println(RelayContract.READY_LINE + relay.port());
            System.out.flush();
            new CountDownLatch(1).await();
            return 0;
        } catch (SettingsException wrong) {
            System.err.println(wrong.getMessage());
            return EXIT_USAGE;
        } catch (StartupException impossible) {
            System.err.println("the relay cannot start: " + impossible.getMessage());
            return EXIT_CANNOT_START;
        } catch (RuntimeException unexpected) {
            LoggerFactory.getLogger(RelayMain.class).error("the start failed", unexpected);
            System.err.println("the relay cannot start: " + unexpected);
            return EXIT_CANNOT_START;
        }
    }
}

package dev.relaybench.relay.main;

import java.nio.file.Path;
import java.util.List;

/// The command line of a relay that runs on the class path of the harness.
public final class RelayCommand {
    private static final String LOG_CONFIGURATION = "dev/relaybench/relay/main/relay-logback.xml";
    private static final String LOG_CONFIGURATION_JSON = "dev/relaybench/relay/main/relay-logback-json.xml";

    private RelayCommand() {}

    /// The logging of the process: lines for people, or one JSON object a line with `-Drelay.log.format=json`.
    static String logConfiguration() {
        return System.getProperty("relay.log.format", "text").equals("json")
                ? LOG_CONFIGURATION_JSON
                : LOG_CONFIGURATION;
    }

    /// Runs a main class as a relay process. The flags favour a fast start over peak speed: a relay under test is
    /// killed and started again and again, and its boot is part of what is measured.
    public static List<String> of(Path java, Class<?> mainClass, Path config) {
        return List.of(
                java.toString(),
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "-Xmx256m",
                "-Xshare:auto",
                // The JDK's HTTP server leaves Nagle's algorithm on, which costs a keep-alive answer 40 ms.
                "-Dsun.net.httpserver.nodelay=true",
                "-Dlogback.configurationFile=" + LOG_CONFIGURATION,
                "-cp",
                System.getProperty("java.class.path"),
                mainClass.getName(),
                config.toString());
    }
}

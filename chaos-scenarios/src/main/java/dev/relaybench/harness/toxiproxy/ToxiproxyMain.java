package dev.relaybench.harness.toxiproxy;

import java.net.InetSocketAddress;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/// The server as a process of its own: `ToxiproxyMain [--host HOST] [--port PORT]`.
///
/// Prints `toxiproxy listening on HOST:PORT` when the API takes requests, and runs until it is told to stop. The real
/// server's spellings `-host` and `-port` are understood as well. Exit codes: 64 = the command line is wrong, 70 = the
/// address cannot be listened on. Stopped by SIGTERM it ends with 143, as every JVM does.
@Command(name = "toxiproxy", description = "A server that speaks Toxiproxy's HTTP API.")
public final class ToxiproxyMain implements Callable<Integer> {
    private static final int EXIT_USAGE = 64;
    private static final int EXIT_CANNOT_START = 70;
    private static final int MAX_PORT = 65_535;

    @Spec
    private @Nullable CommandSpec spec;

    @Option(
            names = {"--host", "-host"},
            paramLabel = "HOST",
            description = "where the API listens; 0.0.0.0 is everywhere (default: ${DEFAULT-VALUE})")
    private String host = "127.0.0.1";

    @Option(
            names = {"--port", "-port"},
            paramLabel = "PORT",
            description = "0 is any free one (default: ${DEFAULT-VALUE})")
    private int port = 8474;

    private ToxiproxyMain() {}

    public static void main(String[] args) {
        System.exit(new CommandLine(new ToxiproxyMain())
                .setParameterExceptionHandler(
                        (mistake, given) -> complain(EXIT_USAGE, String.valueOf(mistake.getMessage())))
                .setExecutionExceptionHandler((failure, command, parsed) -> complain(
                        EXIT_CANNOT_START, failure.getMessage() + ": free it, or choose another by --host and --port."))
                .execute(args));
    }

    private static int complain(int exitCode, String sentence) {
        System.err.println("toxiproxy: " + sentence);
        return exitCode;
    }

    private ParameterException mistake(String sentence) {
        return new ParameterException(Objects.requireNonNull(spec).commandLine(), sentence);
    }

    @Override
    public Integer call() throws InterruptedException {
        if (port < 0 || port > MAX_PORT) {
            throw mistake("--port " + port + " is no port: give a number from 0 to " + MAX_PORT + ".");
        }
        InetSocketAddress address = new InetSocketAddress(host, port);
        if (address.isUnresolved()) {
            throw mistake("--host " + host + " is unknown here: give an address of this machine.");
        }
        try (ToxiproxyServer server = ToxiproxyServer.start(address)) {
            System.out.println("toxiproxy listening on " + host + ":" + server.port());
            new CountDownLatch(1).await();
        }
        return 0;
    }
}

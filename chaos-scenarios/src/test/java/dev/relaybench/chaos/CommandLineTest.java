package dev.relaybench.chaos;

import static org.assertj.core.api.Assertions.assertThat;

import dev.relaybench.harness.toxiproxy.ToxiproxyServer;
import eu.rekawek.toxiproxy.ToxiproxyClient;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Isolated;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// Mistakes get one sentence and the right exit code, before anything is started.
@Isolated("replaces the standard streams")
class CommandLineTest {
    private final ByteArrayOutputStream errors = new ByteArrayOutputStream();
    private final ByteArrayOutputStream output = new ByteArrayOutputStream();
    private final PrintStream standardError = System.err;
    private final PrintStream standardOutput = System.out;

    @TempDir
    private Path directory;

    @BeforeEach
    void listen() {
        System.setErr(new PrintStream(errors, true, StandardCharsets.UTF_8));
        System.setOut(new PrintStream(output, true, StandardCharsets.UTF_8));
    }

    @AfterEach
    void stopListening() {
        System.setErr(standardError);
        System.setOut(standardOutput);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            chaos run no-such-scenario             | There is no scenario named "no-such-scenario": choose from
            chaos run --relay nobody               | There is no relay named "nobody": choose one of reference
            chaos run --time-scale 0               | --time-scale is above 0 and at most 1, not 0.0.
            chaos run --time-scale 2               | --time-scale is above 0 and at most 1, not 2.0.
            chaos run --trials 0                   | --trials is at least 1, not 0.
            chaos run --suite huge                 | Invalid value for option '--suite'
            chaos run --no-such-option             | Unknown option: '--no-such-option'
            chaos run --env moon                   | Invalid value for option '--env'
            chaos run --brokers 2                  | --brokers is 1 or 3, not 2.
            chaos run --env containers --brokers 3 | --brokers is for --env embedded: leave it out.
            chaos run --pull never                 | Images and --pull are for --env containers: leave them out.
            chaos run --env external               | --env external and --external FILE go together
            chaos run --env external --external /none | The settings file /none cannot be read
            chaos run --external staging           | --env external and --external FILE go together
            chaos run --seed abc                   | Invalid value for option '--seed'
            chaos run --runs /proc/nowhere         | /proc/nowhere
            chaos                                  | Say what: chaos run, chaos list or chaos check.
            chaos check                            | Missing required parameter
            testbed                                | Say what: testbed up, testbed check-proxy.
            testbed check-proxy --url 127.0.0.1:99 | "127.0.0.1:99" is no address: name the server's HTTP API like
            testbed check-proxy --url http://a.b/c | "http://a.b/c" names no port: name it like http://127.0.0.1:8474.
            testbed check-proxy --url http://192.0.2.1:8474 | is on another machine
            frobnicate                             | Unmatched argument
            """)
    void refusesAMistakeInOneSentence(String arguments, String sentence) {
        assertThat(execute(arguments.split(" "))).isEqualTo(ExitCode.USAGE);
        assertThat(errors()).contains(sentence).doesNotContain("\tat ");
    }

    @ParameterizedTest
    @ValueSource(strings = {"demo", "chaos run", "chaos list", "bench", "testbed up", "testbed check-proxy", "report"})
    void explainsItself(String command) {
        assertThat(execute((command + " --help").split(" "))).isZero();
        assertThat(output.toString(StandardCharsets.UTF_8)).contains("Usage: relaybench " + command);
    }

    @Test
    void listsScenariosRelaysAndSabotages() {
        assertThat(execute("chaos", "list")).isZero();
        assertThat(output.toString(StandardCharsets.UTF_8)).contains("jvm-kill", "reference", "mark-before-ack");
    }

    @Test
    void leavesAProxyServerAloneThatHasProxies() throws IOException {
        try (var server = ToxiproxyServer.start()) {
            var client = new ToxiproxyClient("127.0.0.1", server.port());
            client.createProxy("orders", "127.0.0.1:0", "127.0.0.1:1");

            assertThat(execute("testbed", "check-proxy", "--url", "http://127.0.0.1:" + server.port()))
                    .isEqualTo(ExitCode.HARNESS_FAILURE);

            assertThat(errors()).contains("has proxies (orders)").doesNotContain("\tat ");
            assertThat(client.getProxies()).hasSize(1);
        }
    }

    @Test
    void refusesToJudgeWhereThereIsNoRun() {
        assertThat(execute("chaos", "check", directory.toString())).isEqualTo(ExitCode.USAGE);
        assertThat(errors()).contains("There is no run at or below");
    }

    @Test
    void failsOnATruncatedHistoryAndNamesTheLine() throws IOException {
        Path run = storedRun();
        Files.writeString(run.resolve("history.jsonl"), "{\"event\":\"RunStarted\",\"at\":\"2026-");

        assertThat(execute("chaos", "check", directory.toString())).isEqualTo(ExitCode.HARNESS_FAILURE);
        assertThat(errors()).contains("line 1 of 1 of the history").contains("run the scenario again");
    }

    @Test
    void failsOnARunWithoutAHistory() throws IOException {
        storedRun();

        assertThat(execute("chaos", "check", directory.toString())).isEqualTo(ExitCode.HARNESS_FAILURE);
        assertThat(errors()).contains("cannot read the history");
    }

    /// A stored run with a manifest and a verdict.
    private Path storedRun() throws IOException {
        Path run = Files.createDirectories(directory.resolve("jvm-kill/reference/20260101T000000000Z-7"));
        for (String file : new String[] {"manifest.json", "verdict.json"}) {
            Files.copy(Path.of("src/test/resources/golden/run").resolve(file), run.resolve(file));
        }
        return run;
    }

    private static int execute(String... arguments) {
        return RelaybenchMain.commandLine().execute(arguments);
    }

    private String errors() {
        return errors.toString(StandardCharsets.UTF_8);
    }
}

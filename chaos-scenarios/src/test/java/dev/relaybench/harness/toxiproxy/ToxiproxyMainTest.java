package dev.relaybench.harness.toxiproxy;

import static org.assertj.core.api.Assertions.assertThat;

import eu.rekawek.toxiproxy.Proxy;
import eu.rekawek.toxiproxy.ToxiproxyClient;
import java.io.BufferedReader;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class ToxiproxyMainTest {
    private static final String LISTENING = "toxiproxy listening on 127.0.0.1:";

    @Test
    void saysWhereItListensAndEndsWhenToldTo() throws Exception {
        Process process = start("-host=127.0.0.1", "--port", "0");
        try (BufferedReader output = process.inputReader()) {
            String line = output.readLine();
            assertThat(line).startsWith(LISTENING);
            int port = Integer.parseInt(line.substring(LISTENING.length()));
            assertThat(new ToxiproxyClient("127.0.0.1", port).version()).contains("2.12.0");
        } finally {
            process.destroy();
        }
        assertThat(process.waitFor(20, TimeUnit.SECONDS)).isTrue();
        assertThat(process.exitValue()).isEqualTo(143);
    }

    @Test
    void aProxyOnAllInterfacesOpensAgainWhereThereIsNoIpv6() throws Exception {
        Process process = start(List.of("-Djava.net.preferIPv4Stack=true"), "--port", "0");
        try (BufferedReader output = process.inputReader()) {
            int port = Integer.parseInt(output.readLine().substring(LISTENING.length()));
            Proxy proxy = new ToxiproxyClient("127.0.0.1", port).createProxy("all", "0.0.0.0:0", "127.0.0.1:1");
            proxy.disable();
            proxy.enable();
            assertThat(proxy.isEnabled()).isTrue();
        } finally {
            process.destroy();
        }
    }

    @Test
    void saysInOneSentenceThatItsPortIsTaken() throws Exception {
        try (ToxiproxyServer other = ToxiproxyServer.start()) {
            assertThat(end(70, "--port", Integer.toString(other.port())))
                    .singleElement()
                    .asString()
                    .startsWith("toxiproxy: The proxy server cannot listen on 127.0.0.1:" + other.port())
                    .endsWith("free it, or choose another by --host and --port.");
        }
    }

    @Test
    void refusesWhatItDoesNotUnderstand() throws Exception {
        assertThat(end(64, "--prot", "1")).singleElement().asString().contains("--prot");
        assertThat(end(64, "--port", "70000"))
                .singleElement()
                .asString()
                .contains("--port 70000 is no port: give a number from 0 to 65535.");
    }

    @Test
    void aServerListensWhereItIsTold() {
        try (ToxiproxyServer everywhere = ToxiproxyServer.start(new InetSocketAddress("0.0.0.0", 0))) {
            assertThat(everywhere.address().getAddress().isAnyLocalAddress()).isTrue();
        }
        try (ToxiproxyServer here = ToxiproxyServer.start()) {
            assertThat(here.address().getAddress().getHostAddress()).isEqualTo("127.0.0.1");
        }
    }

    private static List<String> end(int exitCode, String... arguments) throws Exception {
        Process process = start(arguments);
        try (BufferedReader output = process.inputReader()) {
            List<String> lines = output.lines().toList();
            assertThat(process.waitFor(20, TimeUnit.SECONDS)).isTrue();
            assertThat(process.exitValue()).as("%s", lines).isEqualTo(exitCode);
            return lines;
        }
    }

    private static Process start(String... arguments) throws IOException {
        return start(List.of(), arguments);
    }

    private static Process start(List<String> options, String... arguments) throws IOException {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-cp",
                System.getProperty("java.class.path")));
        command.addAll(options);
        command.add(ToxiproxyMain.class.getName());
        command.addAll(List.of(arguments));
        return new ProcessBuilder(command).redirectErrorStream(true).start();
    }
}

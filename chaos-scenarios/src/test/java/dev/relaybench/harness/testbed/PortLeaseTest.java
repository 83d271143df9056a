package dev.relaybench.harness.testbed;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class PortLeaseTest {
    private static final Path LOCKS = PortLease.lockDirectory();

    @Test
    void neverGivesAPortTwice() {
        List<PortLease> leases =
                IntStream.range(0, 50).mapToObj(i -> PortLease.take()).toList();
        try {
            assertThat(leases)
                    .extracting(PortLease::port)
                    .doesNotHaveDuplicates()
                    .allMatch(port -> port >= PortLease.FIRST_PORT && port <= PortLease.LAST_PORT);
        } finally {
            leases.forEach(PortLease::close);
        }
    }

    @Test
    void aPortIsTakenWhileItsLeaseIsOpenAndFreeAfterwards() {
        PortLease lease = PortLease.take();
        assertThat(PortLease.tryTake(lease.port(), LOCKS)).isEmpty();
        lease.close();
        lease.close();
        var again = PortLease.tryTake(lease.port(), LOCKS);
        assertThat(again).isPresent();
        again.get().close();
    }

    @Test
    void passesOverAPortThatAServerHas() throws IOException {
        PortLease lease = PortLease.take();
        try (ServerSocket server = new ServerSocket(lease.port(), 1, InetAddress.ofLiteral("127.0.0.1"))) {
            lease.close();
            assertThat(PortLease.tryTake(server.getLocalPort(), LOCKS)).isEmpty();
        }
    }

    @Test
    void passesOverAPortThatAServerHasOnAllAddresses() throws IOException {
        PortLease lease = PortLease.take();
        lease.close();
        try (ServerSocket server = new ServerSocket(lease.port(), 1, InetAddress.ofLiteral("0.0.0.0"))) {
            assertThat(PortLease.tryTake(server.getLocalPort(), LOCKS)).isEmpty();
        }
    }

    @Test
    void anotherProcessKeepsItsPortUntilItIsKilled() throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xshare:auto",
                "-XX:TieredStopAtLevel=1",
                // Its own, as JMH's runs have: the leases must meet all the same.
                "-Djava.io.tmpdir=" + System.getProperty("user.dir"),
                "-cp",
                System.getProperty("java.class.path"),
                Leaser.class.getName()));
        Process other = new ProcessBuilder(command).redirectErrorStream(true).start();
        try {
            int port = Integer.parseInt(other.inputReader().readLine());
            assertThat(PortLease.tryTake(port, LOCKS)).isEmpty();
            other.destroyForcibly().waitFor();
            var lease = PortLease.tryTake(port, LOCKS);
            assertThat(lease).isPresent();
            lease.get().close();
        } finally {
            other.destroyForcibly();
        }
    }

    /// Another harness: leases a port, says which, and waits to be killed.
    static final class Leaser {
        private Leaser() {}

        public static void main(String[] args) throws InterruptedException {
            System.out.println(PortLease.take().port());
            Thread.currentThread().join();
        }
    }
}

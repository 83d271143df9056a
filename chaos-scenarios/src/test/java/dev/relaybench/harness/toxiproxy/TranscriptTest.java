package dev.relaybench.harness.toxiproxy;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicContainer;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/// Sends every recorded request and compares the answers.
class TranscriptTest {
    @TestFactory
    Stream<DynamicContainer> answersAsTheRealServerDid() throws IOException {
        return Transcript.groups().entrySet().stream()
                .map(group -> DynamicContainer.dynamicContainer(group.getKey(), replay(group.getValue())));
    }

    /// The group is replayed when its first test runs; one server, closed after the last.
    private static Stream<DynamicTest> replay(List<Transcript.Case> cases) {
        Replay replay = new Replay();
        return cases.stream()
                .map(recorded -> DynamicTest.dynamicTest(
                        recorded.id(),
                        () -> assertThat(replay.faultsOf(recorded)).isEmpty()))
                .onClose(replay::close);
    }

    private static final class Replay implements AutoCloseable {
        private final ToxiproxyServer server = ToxiproxyServer.start(1);
        private final Map<String, String> placeholders = new HashMap<>();
        private final ServerSocket taken;

        Replay() {
            try {
                taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
                placeholders.put("TAKEN", Integer.toString(taken.getLocalPort()));
                List<ServerSocket> reserved = new ArrayList<>();
                for (String name : List.of("P1", "P2", "P3", "P4", "UP", "UP2")) {
                    ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
                    reserved.add(socket);
                    placeholders.put(name, Integer.toString(socket.getLocalPort()));
                }
                for (ServerSocket socket : reserved) {
                    socket.close();
                }
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }

        List<String> faultsOf(Transcript.Case recorded) throws Exception {
            return Transcript.replay(recorded, server.port(), placeholders);
        }

        @Override
        public void close() {
            server.close();
            Channels.close(taken);
        }
    }

    @Test
    void holdsAllRecordedCases() throws IOException {
        Map<String, List<Transcript.Case>> groups = Transcript.groups();

        assertThat(groups).hasSize(22);
        assertThat(groups.values().stream().mapToInt(List::size).sum()).isEqualTo(367);
    }

    @Test
    void seesAWrongAnswer() throws Exception {
        Map<String, List<Transcript.Case>> groups = Transcript.groups();
        try (ToxiproxyServer server = ToxiproxyServer.start(1)) {
            // A recorded answer to another state of the server: no proxy has been created here.
            List<Transcript.Case> cases = groups.getOrDefault("create", List.of()).stream()
                    .filter(recorded -> recorded.id().endsWith(".list-one"))
                    .toList();
            List<String> faults = new ArrayList<>();
            for (Transcript.Case recorded : cases) {
                faults.addAll(Transcript.replay(recorded, server.port(), Map.of("P1", "1", "UP", "2")));
            }
            assertThat(faults).isNotEmpty();
        }
    }
}

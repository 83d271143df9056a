package dev.relaybench.harness.toxiproxy.conformance;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// The ports that stand in recorded requests and answers by name: four that are free, two that nothing needs to listen
/// at, and one that is taken for as long as the scene lasts.
///
/// @param values by name, without the braces
record Placeholders(Map<String, String> values) {
    private static final List<String> FREE = List.of("P1", "P2", "P3", "P4", "UP", "UP2");

    static Placeholders reserve(Scene scene) throws IOException {
        Map<String, String> values = new HashMap<>();
        values.put("TAKEN", portOf(scene.keep(listen())));
        List<ServerSocket> reserved = new ArrayList<>();
        try {
            // All at once, so that no port comes twice.
            for (String name : FREE) {
                ServerSocket socket = listen();
                reserved.add(socket);
                values.put(name, portOf(socket));
            }
        } finally {
            for (ServerSocket socket : reserved) {
                socket.close();
            }
        }
        return new Placeholders(values);
    }

    private static ServerSocket listen() throws IOException {
        return new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
    }

    private static String portOf(ServerSocket socket) {
        return Integer.toString(socket.getLocalPort());
    }

    String filled(String text) {
        String result = text;
        for (Map.Entry<String, String> entry : values.entrySet()) {
            result = result.replace("${" + entry.getKey() + "}", entry.getValue());
        }
        return result;
    }
}

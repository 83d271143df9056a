package dev.relaybench.harness.testbed;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;

/// The settings file for a guest of an embedded testbed.
///
/// @param postgresProxyPort where the guest's proxy before PostgreSQL is to listen
record GuestSettings(EmbeddedPostgres postgres, EmbeddedKafka kafka, int toxiproxyPort, int postgresProxyPort) {
    private static final String HOST = "127.0.0.1:";

    Path write(Path file) {
        try {
            Files.createFile(file, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
            return Files.write(file, lines());
        } catch (IOException e) {
            throw new TestbedException(
                    "The settings for guests cannot be written to %s (%s): choose another place.".formatted(file, e),
                    e);
        }
    }

    private List<String> lines() {
        List<String> lines = new ArrayList<>();
        lines.add("# For relaybench chaos run --env external, as long as the testbed is up. It holds a password.");
        lines.add("postgres.url = " + postgres.jdbcUrl("postgres"));
        lines.add("postgres.user = " + postgres.user());
        lines.add("postgres.password = " + postgres.password());
        lines.add("kafka.bootstrap-servers = " + kafka.bootstrapDirect());
        lines.add("toxiproxy.url = http://" + HOST + toxiproxyPort);
        link(lines, "postgres", postgresProxyPort, postgres.port());
        for (BrokerPorts broker : kafka.ports()) {
            BrokerPorts.OpenListener listener = broker.listener(TestbedPlan.GUEST);
            link(
                    lines,
                    Links.nameOfBroker(broker.number()),
                    listener.advertised(),
                    listener.broker().port());
        }
        return lines;
    }

    private static void link(List<String> lines, String name, int listen, int upstream) {
        lines.add("link." + name + ".listen = " + HOST + listen);
        lines.add("link." + name + ".upstream = " + HOST + upstream);
    }
}

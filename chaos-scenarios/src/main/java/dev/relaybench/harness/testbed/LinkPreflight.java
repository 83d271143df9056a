package dev.relaybench.harness.testbed;

import eu.rekawek.toxiproxy.Proxy;
import java.io.IOException;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.TreeSet;
import java.util.stream.Collectors;

/// Proves that what is under test goes through our proxies and no other way. A client of Kafka uses the address that it
/// was given for its first question only, and then those that the brokers advertise: where these are not the proxies',
/// a fault on a link hits nothing, and every relay would seem to withstand it.
final class LinkPreflight {
    private static final Duration LIMIT = Duration.ofSeconds(3);

    private final ExternalSettings settings;
    private final Links links;

    LinkPreflight(ExternalSettings settings, Links links) {
        this.settings = settings;
        this.links = links;
    }

    /// @param proxied a login at the links' addresses
    /// @throws TestbedException if the brokers advertise anything but the links, or a link can be passed by
    void checkKafka(KafkaLogin proxied) {
        List<String> names = settings.brokerLinks();
        for (String name : names) {
            HostPort address = address(name);
            if (!KafkaDialect.answers(address, settings.speaksTls(), LIMIT)) {
                throw deadEnd(name);
            }
        }
        var advertised = proxied
                .ask(
                        "name its brokers",
                        "Describe on the cluster",
                        admin -> KafkaLogin.get(admin.describeCluster().nodes()))
                .stream()
                .map(node -> node.host() + ":" + node.port())
                .collect(Collectors.toCollection(TreeSet::new));
        var wanted =
                names.stream().map(name -> address(name).toString()).collect(Collectors.toCollection(TreeSet::new));
        if (advertised.size() > wanted.size() && advertised.containsAll(wanted)) {
            advertised.removeAll(wanted);
            throw new TestbedException("There is a broker without a link, at " + String.join(", ", advertised)
                    + ": set link.kafka-N.* for it as well.");
        }
        if (!advertised.equals(wanted)) {
            throw new TestbedException("Through " + String.join(", ", wanted) + " the brokers advertise "
                    + String.join(", ", advertised) + ", so that clients would pass the proxies by: set"
                    + " advertised.listeners of the listener behind each link.kafka-N.upstream to"
                    + " link.kafka-N.address.");
        }
        whileClosed(
                names,
                () -> names.stream()
                        .filter(name -> KafkaDialect.answers(address(name), settings.speaksTls(), LIMIT))
                        .toList());
    }

    /// @param proxied a login at the link's address
    /// @throws TestbedException if PostgreSQL is not reached through the link, or also without it
    void checkPostgres(PostgresLogin proxied) {
        String name = ExternalSettings.POSTGRES_LINK;
        try (Connection connection = proxied.connect()) {
            connection.isValid((int) LIMIT.toSeconds());
        } catch (SQLException e) {
            throw deadEnd(name);
        }
        whileClosed(List.of(name), () -> reaches(proxied) ? List.of(name) : List.of());
    }

    private static boolean reaches(PostgresLogin proxied) {
        try (Connection connection = proxied.attempt()) {
            return connection != null;
        } catch (SQLException e) {
            return false;
        }
    }

    private TestbedException deadEnd(String name) {
        ExternalSettings.Link link = settings.link(name);
        return new TestbedException("The proxy at " + link.address() + " leads nowhere: see whether link." + name
                + ".upstream (" + link.upstream() + ") is the server as the Toxiproxy sees it, and link." + name
                + ".address the proxy as this host sees it.");
    }

    @FunctionalInterface
    private interface Answering {
        /// The links that answer.
        List<String> now();
    }

    private void whileClosed(List<String> names, Answering answering) {
        try {
            for (String name : names) {
                links.get(name).disable();
            }
            List<String> open = answering.now();
            if (!open.isEmpty()) {
                throw new TestbedException("With its proxy closed, " + address(open.getFirst())
                        + " answers all the same, so that faults would hit nothing: set link." + open.getFirst()
                        + ".address to where the Toxiproxy listens.");
            }
            for (String name : names) {
                Proxy proxy = links.get(name);
                proxy.enable();
            }
        } catch (IOException e) {
            throw new TestbedException(
                    "The Toxiproxy does not close and open its proxies (" + e.getMessage() + "): see to it.", e);
        }
    }

    private HostPort address(String name) {
        return settings.link(name).address();
    }
}

package dev.relaybench.harness.testbed;

import eu.rekawek.toxiproxy.ToxiproxyClient;
import java.io.IOException;
import java.util.Map;
import org.testcontainers.toxiproxy.ToxiproxyContainer;
import org.testcontainers.utility.DockerImageName;

/// Toxiproxy in a container, between the others and the world.
final class ContainersToxiproxy implements AutoCloseable {
    private static final String ROLE = "toxiproxy";
    private static final int API_PORT = 8474;
    private static final int POSTGRES_LINK_PORT = 8666;
    private static final int KAFKA_LINK_PORT = 8667;

    private final ContainerSite site;
    private final ContainerPorts ports;
    private final ToxiproxyContainer container;

    private ContainersToxiproxy(ContainerSite site, String image, ContainerPorts ports) {
        this.site = site;
        this.ports = ports;
        container = new ToxiproxyContainer(
                DockerImageName.parse(image).asCompatibleSubstituteFor("ghcr.io/shopify/toxiproxy"));
        Map<Integer, PortLease> published = Map.of(
                API_PORT, ports.toxiproxy(),
                POSTGRES_LINK_PORT, ports.postgresLink(),
                KAFKA_LINK_PORT, ports.kafkaLink());
        ToxiproxyClient client =
                new ToxiproxyClient(ports.host(), ports.toxiproxy().port());
        site.start(container, ROLE, published, Signal.TERM, new Serving(() -> answers(client)));
    }

    private static boolean answers(ToxiproxyClient client) {
        try {
            return !client.version().isEmpty();
        } catch (IOException e) {
            return false;
        }
    }

    static ContainersToxiproxy start(ContainerSite site, String image, ContainerPorts ports) {
        try {
            return new ContainersToxiproxy(site, image, ports);
        } catch (RuntimeException e) {
            site.remove(ROLE);
            throw e;
        }
    }

    Links openLinks() {
        Links links = new Links(ports.host(), ports.toxiproxy().port(), "");
        links.open(
                "postgres", "0.0.0.0:" + POSTGRES_LINK_PORT, ContainersPostgres.ROLE + ":" + ContainersPostgres.PORT);
        links.open(
                Links.nameOfBroker(ContainersKafka.NUMBER),
                "0.0.0.0:" + KAFKA_LINK_PORT,
                ContainersKafka.ROLE + ":" + ContainersKafka.PROXIED_PORT);
        return links;
    }

    String log() {
        return container.getLogs();
    }

    @Override
    public void close() {
        site.remove(ROLE);
    }
}

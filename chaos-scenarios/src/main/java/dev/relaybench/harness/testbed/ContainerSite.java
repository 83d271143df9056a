package dev.relaybench.harness.testbed;

import com.github.dockerjava.api.exception.DockerException;
import com.github.dockerjava.api.model.ExposedPort;
import com.github.dockerjava.api.model.HostConfig;
import com.github.dockerjava.api.model.PortBinding;
import com.github.dockerjava.api.model.Ports.Binding;
import java.time.Duration;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ThreadLocalRandom;
import org.testcontainers.containers.ContainerLaunchException;
import org.testcontainers.containers.GenericContainer;
import org.testcontainers.containers.Network;

/// Where the containers of a testbed live: an engine, a network of their own, names that nobody else has.
final class ContainerSite implements AutoCloseable {
    private static final Duration START_LIMIT = Duration.ofMinutes(2);
    private static final long SHARED_MEMORY_BYTES = 256L * 1024 * 1024;

    private final ContainerEngine engine;
    private final Watchdog watchdog;
    private final String name;
    private final Network network;

    private ContainerSite(ContainerEngine engine, Watchdog watchdog, String name) {
        this.engine = engine;
        this.watchdog = watchdog;
        this.name = name;
        this.network = Network.builder()
                .createNetworkCmdModifier(command -> command.withName(name))
                .build();
    }

    static ContainerSite open(ContainerEngine engine, Watchdog watchdog) {
        String name = "relaybench-"
                + HexFormat.of().toHexDigits(ThreadLocalRandom.current().nextInt());
        watchdog.removeNetworkAtEnd(name, engine.address());
        ContainerSite site = new ContainerSite(engine, watchdog, name);
        try {
            site.network.getId();
            return site;
        } catch (DockerException e) {
            throw ContainerEngine.refused("The network " + name + " cannot be made", e, "see the engine's log.");
        }
    }

    ContainerEngine engine() {
        return engine;
    }

    /// Starts a container and waits until it is ready by its module's own measure.
    ///
    /// @param role its name in the network, and the end of its name on the engine
    /// @param ports which of its ports are published where: there only, and nowhere else
    /// @param stopSignal what asks it to end in good order
    void start(GenericContainer<?> container, String role, Map<Integer, PortLease> ports, Signal stopSignal) {
        String fullName = fullName(role);
        watchdog.removeContainerAtEnd(fullName, engine.address());
        List<PortBinding> bindings = ports.entrySet().stream()
                .map(port -> new PortBinding(
                        Binding.bindIpAndPort(engine.host(), port.getValue().port()), ExposedPort.tcp(port.getKey())))
                .toList();
        container
                .withNetwork(network)
                .withNetworkAliases(role)
                .withImagePullPolicy(image -> false) // It was seen to before.
                .withStartupTimeout(START_LIMIT)
                .withExposedPorts(ports.keySet().toArray(Integer[]::new))
                .withSharedMemorySize(SHARED_MEMORY_BYTES)
                .withCreateContainerCmdModifier(command -> {
                    HostConfig host = command.getHostConfig() == null ? new HostConfig() : command.getHostConfig();
                    command.withName(fullName)
                            .withStopSignal("SIG" + stopSignal)
                            .withHostConfig(host.withPortBindings(bindings));
                });
        try {
            container.start();
        } catch (ContainerLaunchException | DockerException e) {
            throw ContainerEngine.refused(
                    "The container of %s (%s) did not start".formatted(role, container.getDockerImageName()),
                    e,
                    "use an image that behaves as the official one, or choose another environment by --env.");
        }
    }

    void remove(String role) {
        engine.removeContainer(fullName(role));
        watchdog.forgetRemoved(fullName(role));
    }

    private String fullName(String role) {
        return name + "-" + role;
    }

    @Override
    public void close() {
        engine.removeNetwork(name);
        watchdog.forgetRemoved(name);
    }
}

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
import java.util.concurrent.atomic.AtomicReference;
import org.testcontainers.containers.ContainerLaunchException;
import org.testcontainers.containers.GenericContainer;
import org.testcontainers.containers.Network;

/// Where the containers of a testbed live: an engine, a network of their own, names that nobody else has.
final class ContainerSite implements AutoCloseable {
    private static final Duration LAST_WORDS_LIMIT = Duration.ofSeconds(1);
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

    /// Starts a container and waits until it serves.
    ///
    /// @param role its name in the network, and the end of its name on the engine
    /// @param ports which of its ports are published where: there only, and nowhere else
    /// @param stopSignal what asks it to end in good order
    void start(
            GenericContainer<?> container,
            String role,
            Map<Integer, PortLease> ports,
            Signal stopSignal,
            Serving serving) {
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
                .waitingFor(serving)
                .withExposedPorts(ports.keySet().toArray(Integer[]::new))
                .withSharedMemorySize(SHARED_MEMORY_BYTES)
                .withCreateContainerCmdModifier(command -> {
                    HostConfig host = command.getHostConfig() == null ? new HostConfig() : command.getHostConfig();
                    command.withName(fullName)
                            .withStopSignal("SIG" + stopSignal)
                            .withHostConfig(host.withPortBindings(bindings));
                });
        // A container that does not start is removed with its log.
        AtomicReference<String> lastLine = new AtomicReference<>("");
        container.withLogConsumer(frame ->
                frame.getUtf8String().lines().filter(line -> !line.isBlank()).forEach(lastLine::set));
        try {
            container.start();
        } catch (ContainerLaunchException | DockerException e) {
            Poll.until(() -> !lastLine.get().isEmpty(), LAST_WORDS_LIMIT);
            String reason = ContainerEngine.words(e) + "; its last line: " + lastLine.get();
            throw new TestbedException(
                    "The container of %s (%s) did not start (%s): use an image like the official one."
                            .formatted(role, container.getDockerImageName(), reason),
                    e);
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

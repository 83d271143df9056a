package dev.relaybench.harness.testbed;

import com.github.dockerjava.api.DockerClient;
import com.github.dockerjava.api.command.InspectImageResponse;
import com.github.dockerjava.api.exception.DockerClientException;
import com.github.dockerjava.api.exception.DockerException;
import com.github.dockerjava.api.exception.NotFoundException;
import com.github.dockerjava.api.model.Version;
import dev.relaybench.harness.testbed.ContainerImages.PullPolicy;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.testcontainers.DockerClientFactory;

/// The container engine that Testcontainers has found.
///
/// @param address where it listens: `unix:///var/run/docker.sock`
/// @param host where the ports that it publishes are reached, as an address in digits
record ContainerEngine(DockerClient client, String address, String host) {
    private static final String DEFAULT_ADDRESS = "unix:///var/run/docker.sock";
    private static final Duration PULL_LIMIT = Duration.ofMinutes(10);
    private static final String REMEDY = "start one, or choose another environment by --env.";

    /// @throws TestbedException in one sentence, if no engine answers or it may not be used
    static ContainerEngine connect() {
        try {
            DockerClientFactory factory = DockerClientFactory.instance();
            DockerClient client = factory.client();
            String address = factory.getTransportConfig().getDockerHost().toString();
            mustBeTheOneThatWasNamed(address);
            String host = InetAddress.getByName(factory.dockerHostIpAddress()).getHostAddress();
            return new ContainerEngine(client, address, host);
        } catch (UnknownHostException e) {
            throw new TestbedException(
                    "The container engine's host has no address (" + e.getMessage()
                            + "): set TESTCONTAINERS_HOST_OVERRIDE to the one by which its ports are reached.",
                    e);
        } catch (IllegalStateException | DockerException | DockerClientException | ExceptionInInitializerError e) {
            throw unreachable(e);
        }
    }

    /// Testcontainers goes on to look elsewhere when no engine answers where it was told to look.
    private static void mustBeTheOneThatWasNamed(String address) {
        String named = System.getenv("DOCKER_HOST");
        if (named != null && !named.isBlank() && !named.equals(address)) {
            throw new TestbedException("No container engine answers at " + named + ", which DOCKER_HOST names"
                    + " (one answers at " + address + "): correct DOCKER_HOST or unset it.");
        }
    }

    private static TestbedException unreachable(Throwable failure) {
        String chosen = System.getenv("DOCKER_HOST");
        String address = chosen == null || chosen.isBlank() ? DEFAULT_ADDRESS : chosen;
        if (address.startsWith("unix://")) {
            Path socket = Path.of(address.substring("unix://".length()));
            if (Files.exists(socket) && !Files.isWritable(socket)) {
                return new TestbedException(
                        "The container engine's socket " + socket + " may not be used by this user:"
                                + " join its group, or choose another environment by --env.",
                        failure);
            }
        }
        return new TestbedException("No container engine answers at " + address + ": " + REMEDY, failure);
    }

    /// What the engine says of itself: `27.0.1 (linux/amd64)`.
    String version() {
        Version version = client.versionCmd().exec();
        return "%s (%s/%s)".formatted(version.getVersion(), version.getOperatingSystem(), version.getArch());
    }

    /// Sees to it that the image is there.
    ///
    /// @return its digest in the registry, or its id where it has none
    /// @throws TestbedException if it is not to be had under this policy
    String require(String image, PullPolicy policy) {
        if (policy == PullPolicy.ALWAYS || (policy == PullPolicy.MISSING && !has(image))) {
            pull(image);
        }
        try {
            InspectImageResponse found = client.inspectImageCmd(image).exec();
            List<String> digests = found.getRepoDigests();
            return digests == null || digests.isEmpty() ? String.valueOf(found.getId()) : digests.getFirst();
        } catch (NotFoundException e) {
            throw new TestbedException(
                    "The image " + image + " is not on the container engine, and the pull policy is \"never\":"
                            + " load it, or allow to pull it.",
                    e);
        } catch (DockerException e) {
            throw refused("The image " + image + " cannot be looked up", e, "correct its name.");
        }
    }

    private boolean has(String image) {
        try {
            client.inspectImageCmd(image).exec();
            return true;
        } catch (DockerException e) {
            return false;
        }
    }

    private void pull(String image) {
        try {
            if (!client.pullImageCmd(image).start().awaitCompletion(PULL_LIMIT.toSeconds(), TimeUnit.SECONDS)) {
                throw new TestbedException("The image " + image + " was not pulled within " + PULL_LIMIT.toMinutes()
                        + " minutes: pull it by hand first.");
            }
        } catch (DockerException | DockerClientException e) {
            throw refused(
                    "The image " + image + " cannot be pulled", e, "correct its name, or load it and pull \"never\".");
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new TestbedException("Interrupted while " + image + " was pulled.", e);
        }
    }

    static TestbedException refused(String what, RuntimeException failure, String remedy) {
        return new TestbedException("%s (%s): %s".formatted(what, words(failure), remedy), failure);
    }

    /// What the engine has to say, without line breaks and the JSON around it.
    static String words(Throwable failure) {
        Throwable root = failure;
        while (root.getCause() != null) {
            root = root.getCause();
        }
        return String.valueOf(root.getMessage())
                .replaceFirst("(?s)^Status \\d+: \\{\"message\":\"(.*)\"}\\s*$", "$1")
                .replaceAll("\\\\n|\\s+", " ")
                .strip();
    }

    /// Removes a container with its volumes, running or not; one that is gone is no error.
    void removeContainer(String name) {
        try {
            client.removeContainerCmd(name)
                    .withForce(true)
                    .withRemoveVolumes(true)
                    .exec();
        } catch (NotFoundException e) {
            // That is what was wanted.
        } catch (DockerException e) {
            throw refused("The container " + name + " cannot be removed", e, "remove it by hand.");
        }
    }

    void removeNetwork(String name) {
        try {
            client.removeNetworkCmd(name).exec();
        } catch (NotFoundException e) {
            // That is what was wanted.
        } catch (DockerException e) {
            throw refused("The network " + name + " cannot be removed", e, "remove it by hand.");
        }
    }
}

package dev.relaybench.harness.testbed;

import static org.junit.jupiter.api.Assumptions.abort;

import com.github.dockerjava.api.exception.NotFoundException;
import com.github.dockerjava.api.model.Container;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;

/// What is on the engine, for the tests.
final class Containers {
    private Containers() {}

    /// The engine; ends the test as skipped where there is none, unless the environment says that there has to be one.
    static ContainerEngine engine() {
        try {
            return ContainerEngine.connect();
        } catch (TestbedException e) {
            if (Boolean.parseBoolean(System.getenv("RELAYBENCH_REQUIRE_CONTAINERS"))) {
                throw e;
            }
            return abort("skipped (scripts/with-containers provides an engine): " + e.getMessage());
        }
    }

    /// Names of ours, the stopped ones as well.
    static List<String> names(ContainerEngine engine) {
        return ours(engine)
                .flatMap(container -> Arrays.stream(container.getNames()))
                .map(name -> name.substring(1))
                .toList();
    }

    static List<String> volumes(ContainerEngine engine) {
        return ours(engine)
                .flatMap(container -> container.getMounts().stream())
                .map(mount -> String.valueOf(mount.getName()))
                .toList();
    }

    private static Stream<Container> ours(ContainerEngine engine) {
        return engine
                .client()
                .listContainersCmd()
                .withShowAll(true)
                .withNameFilter(List.of("relaybench-"))
                .exec()
                .stream();
    }

    static boolean hasVolume(ContainerEngine engine, String name) {
        try {
            engine.client().inspectVolumeCmd(name).exec();
            return true;
        } catch (NotFoundException e) {
            return false;
        }
    }

    static List<String> networks(ContainerEngine engine) {
        return engine.client().listNetworksCmd().withNameFilter("relaybench-").exec().stream()
                .map(network -> network.getName())
                .toList();
    }
}

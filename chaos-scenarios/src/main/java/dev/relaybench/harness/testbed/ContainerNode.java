package dev.relaybench.harness.testbed;

import com.github.dockerjava.api.command.InspectContainerResponse.ContainerState;
import com.github.dockerjava.api.exception.DockerException;
import com.github.dockerjava.api.exception.NotModifiedException;
import java.time.Duration;
import java.util.function.BooleanSupplier;
import org.testcontainers.containers.ContainerLaunchException;
import org.testcontainers.containers.GenericContainer;

/// A server in a container, harmed through the engine.
final class ContainerNode implements Node {
    private static final Duration STOP_LIMIT = Duration.ofSeconds(20);
    private static final Duration END_LIMIT = Duration.ofSeconds(10);

    private final String name;
    private final ContainerEngine engine;
    private final String id;
    private final Serving serving;

    ContainerNode(String name, ContainerEngine engine, GenericContainer<?> container, Serving serving) {
        this.name = name;
        this.engine = engine;
        this.id = container.getContainerId();
        this.serving = serving;
    }

    @Override
    public String name() {
        return name;
    }

    /// The id of the container's first process as the engine's machine counts.
    @Override
    public long pid() {
        Long pid = state().getPidLong();
        return pid == null ? 0 : pid;
    }

    @Override
    public boolean isRunning() {
        return Boolean.TRUE.equals(state().getRunning());
    }

    private boolean isPaused() {
        return Boolean.TRUE.equals(state().getPaused());
    }

    private ContainerState state() {
        try {
            return engine.client().inspectContainerCmd(id).exec().getState();
        } catch (DockerException e) {
            throw refused("looked at", e);
        }
    }

    /// A container is gone only when all its processes are.
    @Override
    public void kill() {
        if (isRunning()) {
            ask(
                    "killed",
                    () -> engine.client()
                            .killContainerCmd(id)
                            .withSignal("KILL")
                            .exec());
            await("killed", () -> !isRunning());
        }
    }

    @Override
    public void pause() {
        if (!isPaused()) {
            ask("paused", () -> engine.client().pauseContainerCmd(id).exec());
            await("paused", this::isPaused);
        }
    }

    @Override
    public void resume() {
        if (isPaused()) {
            ask("resumed", () -> engine.client().unpauseContainerCmd(id).exec());
            await("resumed", () -> !isPaused());
        }
    }

    @Override
    public void stop() {
        resume(); // A frozen process cannot end in good order.
        ask(
                "stopped",
                () -> engine.client()
                        .stopContainerCmd(id)
                        .withTimeout(Math.toIntExact(STOP_LIMIT.toSeconds()))
                        .exec());
        await("stopped", () -> !isRunning());
    }

    @Override
    public void restart() {
        if (isRunning()) {
            stop();
        }
        ask("started again", () -> engine.client().startContainerCmd(id).exec());
        try {
            serving.await(this::isRunning);
        } catch (ContainerLaunchException e) {
            throw new TestbedException(
                    "The container of %s was started again and does not serve (%s): see its log."
                            .formatted(name, e.getMessage()),
                    e);
        }
    }

    private void ask(String deed, Runnable request) {
        try {
            request.run();
        } catch (NotModifiedException e) {
            // It is so already.
        } catch (DockerException e) {
            throw refused(deed, e);
        }
    }

    private void await(String deed, BooleanSupplier effect) {
        if (!Poll.until(effect, END_LIMIT)) {
            throw new TestbedException("The container of %s could not be %s within %d s: see the engine's log."
                    .formatted(name, deed, END_LIMIT.toSeconds()));
        }
    }

    private TestbedException refused(String deed, DockerException failure) {
        String words = ContainerEngine.words(failure);
        if (words.contains("address already in use") || words.contains("port is already allocated")) {
            return new TestbedException(
                    "The container of %s finds its port taken (%s): end what listens there.".formatted(name, words),
                    failure);
        }
        return ContainerEngine.refused(
                "The container of " + name + " could not be " + deed, failure, "see the engine's log.");
    }
}

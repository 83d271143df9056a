package dev.relaybench.harness.testbed;

import java.nio.file.Path;

/// A harness of its own, to be killed or to fail: starts containers, says so, and waits for the end.
final class ContainersStarter {
    private ContainersStarter() {}

    public static void main(String[] args) throws InterruptedException {
        try (Testbed testbed = ContainersTestbed.start(Path.of(args[0]), ContainerImages.official())) {
            System.out.println("ready " + testbed.environment());
            Thread.currentThread().join();
        } catch (TestbedException e) {
            System.out.println(e.getMessage());
        }
    }
}

package dev.relaybench.harness.testbed;

import java.nio.file.Path;

/// A harness of its own, to be killed: starts a testbed, prints its processes, and waits for the end.
final class TestbedStarter {
    private TestbedStarter() {}

    public static void main(String[] args) throws InterruptedException {
        long start = System.nanoTime();
        try (Testbed testbed = EmbeddedTestbed.start(Path.of(args[0]))) {
            System.out.println("started-millis=" + (System.nanoTime() - start) / 1_000_000);
            System.out.println("settings=" + testbed.settings());
            ProcessTable.read()
                    .descendants(ProcessHandle.current().pid())
                    .forEach(pid -> System.out.println("process=" + pid));
            System.out.println("ready");
            if (args.length > 1) {
                Thread.currentThread().join();
            }
        }
        System.out.println("all-millis=" + (System.nanoTime() - start) / 1_000_000);
    }
}

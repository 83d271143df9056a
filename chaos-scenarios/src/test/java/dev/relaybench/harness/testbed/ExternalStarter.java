package dev.relaybench.harness.testbed;

import eu.rekawek.toxiproxy.model.ToxicDirection;
import java.io.IOException;
import java.nio.file.Path;

/// A harness of its own, to be interrupted in the middle of a run on servers that belong to somebody.
final class ExternalStarter {
    private ExternalStarter() {}

    public static void main(String[] args) throws InterruptedException, IOException {
        ExternalTestbed testbed = ExternalTestbed.start(ExternalSettings.read(Path.of(args[0])));
        testbed.postgres().createDatabase("relaybench_interrupted");
        testbed.kafka().createTopic("relaybench_interrupted", 1);
        testbed.links().postgres().toxics().latency("slow", ToxicDirection.DOWNSTREAM, 60_000);
        testbed.links().brokers().getFirst().disable();
        System.out.println("ready");
        Thread.currentThread().join();
    }
}

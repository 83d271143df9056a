package dev.relaybench.report.panel;

import dev.relaybench.report.model.Numbers;
import dev.relaybench.report.run.RunManifest.Host;

/// A machine in words.
final class HostWords {
    private HostWords() {}

    static String of(Host host) {
        return host.os() + " " + host.architecture() + ", " + host.cpus() + (host.cpus() == 1 ? " CPU, " : " CPUs, ")
                + Numbers.bytes(host.memoryBytes()) + ", JDK " + host.jdk();
    }
}

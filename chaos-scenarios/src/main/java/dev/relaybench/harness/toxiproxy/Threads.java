package dev.relaybench.harness.toxiproxy;

/// The threads of the proxies.
final class Threads {
    private static final boolean VIRTUAL = Boolean.getBoolean("toxi.virtual");

    private Threads() {}

    static Thread start(String name, Runnable task) {
        return VIRTUAL
                ? Thread.ofVirtual().name(name).start(task)
                : Thread.ofPlatform().daemon().name(name).start(task);
    }
}

package dev.relaybench.relay.wake;

/// No transport: the safety poll alone.
final class NoWakes implements Wakes {
    @Override
    public void send() {}

    @Override
    public void listen(Runnable listener) {}

    @Override
    public void close() {}
}

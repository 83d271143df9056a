package dev.relaybench.relay.outbox;

/// Which of the two workers relays.
public enum RelayPath {
    IMMEDIATE,
    POLLING
}

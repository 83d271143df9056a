package dev.relaybench.harness.toxiproxy;

import java.util.ArrayDeque;
import org.jspecify.annotations.Nullable;

/// The end of a chain, from which the writer takes.
final class Outbox implements Sink {
    private final ArrayDeque<Item> items = new ArrayDeque<>();

    @Override
    public boolean accepts() {
        return items.isEmpty();
    }

    @Override
    public void put(Item item, long atNanos) {
        items.add(item);
    }

    @Nullable
    Item poll() {
        return items.poll();
    }

    boolean isEmpty() {
        return items.isEmpty();
    }
}

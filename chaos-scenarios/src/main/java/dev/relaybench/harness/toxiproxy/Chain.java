package dev.relaybench.harness.toxiproxy;

import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/// The toxics of one direction of one connection, in order of creation, and the box in front of its writer.
///
/// Knows neither threads nor sockets: whoever uses it holds the direction's lock, tells the time, and calls
/// {@link #advance} after each event and when something falls due. So no call waits, whatever the sockets do.
final class Chain {
    private final List<Stage> stages = new ArrayList<>();
    private final Outbox outbox = new Outbox();
    private final RandomGenerator random;

    Chain(RandomGenerator random) {
        this.random = random;
    }

    void add(ToxicSpec spec, long now) {
        stages.add(new Stage(spec, random, now));
    }

    void update(ToxicSpec spec, long now) {
        int index = indexOf(spec.name());
        if (index >= 0) {
            stages.get(index).update(spec, sinkAfter(index), now);
        }
    }

    void remove(String name, long now) {
        int index = indexOf(name);
        if (index >= 0 && !stages.get(index).closesForCertain()) {
            Stage stage = stages.get(index);
            Sink next = sinkAfter(index);
            stages.remove(index);
            if (!stage.isClosed()) {
                stage.leave(next, now);
            }
        }
    }

    private int indexOf(String name) {
        for (int i = 0; i < stages.size(); i++) {
            // A stage that closes for certain outlives its toxic, whose name may be in use again.
            if (stages.get(i).spec().name().equals(name) && !stages.get(i).closesForCertain()) {
                return i;
            }
        }
        return -1;
    }

    private Sink sinkAfter(int index) {
        return index + 1 < stages.size() ? stages.get(index + 1) : outbox;
    }

    /// Nothing acts on this direction and nothing waits in it.
    boolean isIdle() {
        return stages.isEmpty() && outbox.isEmpty();
    }

    boolean isEmpty() {
        return stages.isEmpty();
    }

    boolean accepts() {
        return sinkAfter(-1).accepts();
    }

    void offer(Item item, long now) {
        sinkAfter(-1).put(item, now);
    }

    /// Does all that is due and returns when the next thing will be.
    long advance(long now) {
        boolean moved;
        do {
            moved = false;
            for (int i = stages.size() - 1; i >= 0; i--) {
                moved |= stages.get(i).advance(sinkAfter(i), now);
            }
        } while (moved);
        // What is due already waits for the writer, not for the clock.
        return stages.stream()
                .mapToLong(Stage::dueNanos)
                .filter(due -> due > now)
                .min()
                .orElse(Ticks.NEVER);
    }

    /// What the writer must write next; null when there is nothing.
    @Nullable
    Item poll() {
        return outbox.poll();
    }
}

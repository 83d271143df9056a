package dev.relaybench.harness.toxiproxy;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/// One toxic's place in a chain: what waits for it, what it has in hand, and when that leaves.
final class Stage implements Sink, Work {
    /// How late a timer may have been for the next work to count from when it was due, so that mean rates stay exact.
    private static final long TIMER_SLACK_NANOS = 10_000_000;

    /// @param item null for a mere pause
    private record Order(@Nullable Item item, long atNanos) {}

    private record Arrival(Item item, long atNanos) {}

    private final Toxic toxic;
    private final RandomGenerator random;
    private final ArrayDeque<Arrival> waiting = new ArrayDeque<>();
    private final ArrayDeque<Order> inHand = new ArrayDeque<>();
    private ToxicSpec spec;
    private boolean active;
    private boolean closed;
    private boolean certain;
    private long nowNanos;
    private long freeAtNanos;
    private long quietUntilNanos = Ticks.NEVER;

    Stage(ToxicSpec spec, RandomGenerator random, long nowNanos) {
        this.toxic = spec.type().create();
        this.spec = spec;
        this.random = random;
        draw(nowNanos);
    }

    ToxicSpec spec() {
        return spec;
    }

    /// Whether nothing can hold up its end any more, not even removal.
    boolean closesForCertain() {
        return certain;
    }

    boolean isClosed() {
        return closed;
    }

    private void draw(long now) {
        active = random.nextFloat() < spec.toxicity();
        quietUntilNanos = Ticks.NEVER;
        if (active) {
            nowNanos = now;
            toxic.start(this);
        }
    }

    /// Works by other settings from now on, and lets go what it has in hand.
    void update(ToxicSpec changed, Sink next, long now) {
        spec = changed;
        if (certain) {
            return;
        }
        boolean ended = letGoOfPieces(next, now);
        draw(now);
        if (ended) {
            waiting.addFirst(new Arrival(EndOfStream.END, now));
        }
    }

    /// Leaves the chain: all that waits goes on at once, in order.
    void leave(Sink next, long now) {
        if (spec.type().closesOnRemoval()) {
            next.put(EndOfStream.END, now);
            return;
        }
        if (letGoOfPieces(next, now)) {
            next.put(EndOfStream.END, now);
            return;
        }
        waiting.forEach(arrival -> next.put(arrival.item(), now));
    }

    /// Returns whether the end of the stream was in hand as well.
    private boolean letGoOfPieces(Sink next, long now) {
        List<Piece> pieces = new ArrayList<>();
        boolean ended = false;
        for (Order order : inHand) {
            if (order.item() instanceof Piece piece) {
                pieces.add(piece);
            } else if (order.item() != null) {
                ended = true;
            }
        }
        inHand.clear();
        // The stage was busy until now: what waits must not be taken for late.
        freeAtNanos = Math.max(freeAtNanos, now);
        if (!pieces.isEmpty()) {
            next.put(Piece.joined(pieces), now);
        }
        return ended;
    }

    /// Does all that is due. Returns whether anything moved.
    boolean advance(Sink next, long now) {
        boolean moved = false;
        while (true) {
            Order order = inHand.peek();
            if (order != null) {
                if (order.atNanos() > now || (order.item() != null && !next.accepts())) {
                    return moved;
                }
                inHand.remove();
                depart(order, next);
            } else if (closed) {
                waiting.clear();
                return moved;
            } else if (!waiting.isEmpty()) {
                begin(waiting.remove(), now);
            } else if (quietUntilNanos <= now) {
                closeAt(now);
                quietUntilNanos = Ticks.NEVER;
            } else {
                return moved;
            }
            moved = true;
        }
    }

    private void depart(Order order, Sink next) {
        freeAtNanos = Math.max(freeAtNanos, order.atNanos());
        if (order.item() != null) {
            next.put(order.item(), order.atNanos());
        }
        if (order.item() instanceof EndOfStream) {
            closed = true;
            waiting.clear();
            inHand.clear();
        }
    }

    private void begin(Arrival arrival, long now) {
        nowNanos = Math.max(now - TIMER_SLACK_NANOS, Math.max(arrival.atNanos(), freeAtNanos));
        if (!active) {
            order(arrival.item(), nowNanos);
        } else if (arrival.item() instanceof Piece piece) {
            toxic.take(piece, this);
        } else {
            toxic.end(this);
        }
    }

    /// When it next has something to do; {@link Ticks#NEVER} when only an event from outside can tell.
    long dueNanos() {
        Order order = inHand.peek();
        return order != null ? order.atNanos() : quietUntilNanos;
    }

    @Override
    public boolean accepts() {
        return closed || waiting.size() < spec.type().capacity();
    }

    @Override
    public void put(Item item, long atNanos) {
        if (!closed) {
            waiting.add(new Arrival(item, atNanos));
        }
    }

    @Override
    public long nowNanos() {
        return nowNanos;
    }

    @Override
    public long attribute(String name) {
        Long value = spec.attributes().get(name);
        if (value == null) {
            throw new IllegalArgumentException("The toxic type " + spec.type().name() + " reads the attribute " + name
                    + " but does not list it; add it to attributes().");
        }
        return value;
    }

    @Override
    public RandomGenerator random() {
        return random;
    }

    @Override
    public void passAt(long nanos, Piece piece) {
        order(piece, nanos);
    }

    @Override
    public void pauseUntil(long nanos) {
        order(null, nanos);
    }

    @Override
    public void closeAt(long nanos) {
        order(EndOfStream.END, nanos);
    }

    @Override
    public void closeForCertainAt(long nanos) {
        certain = true;
        order(EndOfStream.END, nanos);
    }

    @Override
    public void closeWhenQuietUntil(long nanos) {
        quietUntilNanos = nanos;
    }

    private void order(@Nullable Item item, long nanos) {
        inHand.add(new Order(item, Math.max(nanos, nowNanos)));
    }
}

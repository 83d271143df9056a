package dev.relaybench.relay.wake;

import dev.relaybench.relay.metrics.RelayCounters;
import dev.relaybench.relay.settings.DatabaseSettings;
import dev.relaybench.relay.settings.WakeSettings;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/// PostgreSQL's LISTEN and NOTIFY: two connections of its own, one for each direction. They need a server, not a pooler
/// of transactions in between. The channel belongs to the database: every relay on it is woken.
final class ListenNotifyWakes implements Wakes {
    private final WakeSettings settings;
    private final PgConnector connector;
    private final WakeSender sender;
    private final AtomicReference<@Nullable PgListener> listening = new AtomicReference<>();

    ListenNotifyWakes(WakeSettings settings, DatabaseSettings database, RelayCounters counters) {
        this.settings = settings;
        this.connector = new PgConnector(database, settings.keepAlive());
        this.sender = new WakeSender(
                "wake-notify", new PgNotifier(connector, settings.channel()), settings.reconnectBackoffMax(), counters);
    }

    @Override
    public void send() {
        sender.send();
    }

    @Override
    public void listen(Runnable listener) {
        PgListener started = new PgListener(connector, settings, listener);
        listening.set(started);
        started.start();
    }

    @Override
    public void close() {
        sender.close();
        PgListener started = listening.get();
        if (started != null) {
            started.close();
        }
    }
}

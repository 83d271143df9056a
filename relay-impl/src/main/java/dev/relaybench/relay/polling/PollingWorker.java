package dev.relaybench.relay.polling;

import dev.relaybench.relay.loop.Cycle;
import dev.relaybench.relay.loop.Next;
import dev.relaybench.relay.loop.Trigger;
import dev.relaybench.relay.metrics.Counter;
import dev.relaybench.relay.metrics.RelayCounters;
import dev.relaybench.relay.settings.PollingOutboxSettings;

/// The poll: one cycle is one batch.
public final class PollingWorker implements Cycle {
    private final PollingRelayService service;
    private final PollingOutboxSettings.Poll settings;
    private final RelayCounters counters;

    public PollingWorker(PollingRelayService service, PollingOutboxSettings.Poll settings, RelayCounters counters) {
        this.service = service;
        this.settings = settings;
        this.counters = counters;
    }

    /// Goes on until nothing is found, not until a batch is not full: the pause then begins with a look that found
    /// nothing, and with an order a batch may be small because the next rows wait for this one. During an outage it
    /// does not go on, which would only hammer the broker.
    @Override
    public Next run(Trigger trigger) throws Exception {
        counters.increment(Counter.POLL_CYCLES);
        if (trigger == Trigger.WAKE) {
            counters.increment(Counter.POLL_CYCLES_WOKEN);
        }
        BatchOutcome outcome = service.relay(settings.batchSize());
        if (outcome.claimed() == 0) {
            counters.increment(Counter.CLAIMS_WASTED_POLLING);
        }
        if (outcome.unavailable() > 0) {
            return Next.BACK_OFF;
        }
        return settings.drainUntilEmpty() && outcome.claimed() > 0 ? Next.AT_ONCE : Next.PAUSE;
    }
}

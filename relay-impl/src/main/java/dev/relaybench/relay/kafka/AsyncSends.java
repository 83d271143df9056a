package dev.relaybench.relay.kafka;

import dev.relaybench.relay.message.PublishResult;
import dev.relaybench.relay.message.PublishResult.Acked;
import dev.relaybench.relay.message.PublishResult.Unavailable;
import java.time.Duration;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.errors.InterruptException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Sends that nobody waits for.
///
/// The client's own `send` waits for metadata and for room in its buffer, so one thread calls it for all. What finds
/// its queue full is dropped at once: to wait for room is what the callers were promised not to do.
final class AsyncSends {
    private static final Logger LOG = LoggerFactory.getLogger(AsyncSends.class);
    static final int WAITING_MAX = 10_000;

    private final ThreadPoolExecutor thread = new ThreadPoolExecutor(
            1,
            1,
            0,
            TimeUnit.SECONDS,
            new ArrayBlockingQueue<>(WAITING_MAX),
            Thread.ofVirtual().name("send-async").factory());

    private final Supplier<Producer<String, byte[]>> current;
    private final Consumer<Producer<String, byte[]>> lost;

    /// @param current the producer to use
    /// @param lost told of a producer that can no longer be used
    AsyncSends(Supplier<Producer<String, byte[]>> current, Consumer<Producer<String, byte[]>> lost) {
        this.current = current;
        this.lost = lost;
    }

    /// Leaves the record with the thread, or drops it.
    void send(ProducerRecord<String, byte[]> record, Consumer<PublishResult> outcome) {
        try {
            thread.execute(() -> sendNow(record, outcome));
        } catch (RejectedExecutionException full) {
            outcome.accept(new Unavailable("dropped: closed, or too many records wait to be sent"));
        }
    }

    /// Lets those go that wait, within the timeout.
    void close(Duration timeout) {
        thread.shutdown();
        try {
            if (!thread.awaitTermination(timeout.toNanos(), TimeUnit.NANOSECONDS)) {
                LOG.atWarn().addKeyValue("records", thread.shutdownNow().size()).log("records were dropped unsent");
            }
        } catch (InterruptedException interrupted) {
            thread.shutdownNow();
            Thread.currentThread().interrupt();
        }
    }

    @SuppressWarnings("FutureReturnValueIgnored") // It says nothing that the callback does not say.
    private void sendNow(ProducerRecord<String, byte[]> record, Consumer<PublishResult> outcome) {
        Producer<String, byte[]> producer = current.get();
        try {
            producer.send(record, (metadata, failure) -> outcome.accept(verdict(producer, metadata, failure)));
        } catch (InterruptException closing) {
            outcome.accept(new Unavailable("dropped: closed"));
        } catch (RuntimeException thrown) {
            // Of itself, not of the record: closed, or in a state from which it does not come back.
            lost.accept(producer);
            outcome.accept(Verdicts.of(thrown));
        }
    }

    private PublishResult verdict(
            Producer<String, byte[]> producer, RecordMetadata metadata, @Nullable Exception failure) {
        if (failure == null) {
            return new Acked(metadata.partition(), metadata.hasOffset() ? metadata.offset() : -1);
        }
        if (Verdicts.isFatal(failure)) {
            // Not here: this is the producer's own thread, which has to end with it.
            Thread.ofVirtual().start(() -> lost.accept(producer));
        }
        return Verdicts.of(failure);
    }
}

package dev.relaybench.relay.kafka;

import dev.relaybench.relay.message.PublishResult;
import dev.relaybench.relay.message.PublishResult.Refused;
import dev.relaybench.relay.message.PublishResult.Unavailable;
import org.apache.kafka.common.errors.ApiException;
import org.apache.kafka.common.errors.AuthenticationException;
import org.apache.kafka.common.errors.ClusterAuthorizationException;
import org.apache.kafka.common.errors.InvalidTopicException;
import org.apache.kafka.common.errors.OutOfOrderSequenceException;
import org.apache.kafka.common.errors.ProducerFencedException;
import org.apache.kafka.common.errors.RetriableException;
import org.apache.kafka.common.errors.SerializationException;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;
import org.apache.kafka.common.errors.UnsupportedVersionException;

/// Tells a record that the broker will not take from a broker that is not there.
///
/// The difference decides whether the neighbours flow: a refused row is put off, a row that met an outage is left where
/// it is.
final class Verdicts {
    private Verdicts() {}

    static PublishResult of(Throwable failure) {
        // A time-out says nothing to whoever reads the row later; its cause does.
        Throwable told = isUnknownTopic(failure) && failure.getCause() != null ? failure.getCause() : failure;
        String reason = told.getClass().getSimpleName() + ": " + failure.getMessage();
        return isRefusal(failure) ? new Refused(reason) : new Unavailable(reason);
    }

    /// Whether the producer itself is lost, so that no later record can succeed with it.
    static boolean isFatal(Throwable failure) {
        return failure instanceof ProducerFencedException
                || failure instanceof OutOfOrderSequenceException
                || failure instanceof UnsupportedVersionException
                || failure instanceof ClusterAuthorizationException;
    }

    /// Whether the failure concerns the whole topic, so that its other records need not be tried.
    static boolean isOfTopic(Throwable failure) {
        return failure instanceof InvalidTopicException || isUnknownTopic(failure);
    }

    private static boolean isRefusal(Throwable failure) {
        if (failure instanceof SerializationException || isUnknownTopic(failure)) {
            return true;
        }
        return failure instanceof ApiException
                && !(failure instanceof RetriableException && !(failure instanceof InvalidTopicException))
                && !(failure instanceof AuthenticationException)
                && !isFatal(failure);
    }

    /// A topic that does not exist comes as a time-out, like an outage; the cause tells them apart: a broker did
    /// answer.
    private static boolean isUnknownTopic(Throwable failure) {
        return failure instanceof UnknownTopicOrPartitionException
                || failure.getCause() instanceof UnknownTopicOrPartitionException
                || failure.getCause() instanceof InvalidTopicException;
    }
}

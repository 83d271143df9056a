package dev.relaybench.relay.consumer;

import dev.relaybench.relay.kafka.TopicDirectory;
import dev.relaybench.relay.kafka.TopicDirectory.Found;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Which of the topics exist. Missing retry topics are made where the brokers allow it; where they do not, one sentence
/// says which must be made, and the consumer goes on with what there is. For the consumer's thread alone.
final class WorkTopics {
    private static final Logger LOG = LoggerFactory.getLogger(WorkTopics.class);
    private static final Duration LOOK_AGAIN = Duration.ofSeconds(10);

    private final RetryTopics names;
    private final TopicDirectory directory;
    private Set<String> existing = Set.of();
    private Set<String> saidOf = Set.of();
    private long lookedNanos;

    WorkTopics(RetryTopics names, TopicDirectory directory) {
        this.names = names;
        this.directory = directory;
    }

    RetryTopics names() {
        return names;
    }

    /// Looks at the brokers, if something was missing the last time and that is a while ago.
    ///
    /// @return whether work can come at all
    boolean look() throws InterruptedException {
        if (isReady() && (isComplete() || System.nanoTime() - lookedNanos < LOOK_AGAIN.toNanos())) {
            return true;
        }
        Found found = directory.ensure(names.topic(), names.others());
        lookedNanos = System.nanoTime();
        existing = found.existing();
        say(found);
        return isReady();
    }

    /// Those that can be read.
    Set<String> existing() {
        return existing;
    }

    boolean exists(String name) {
        return existing.contains(name);
    }

    private boolean isReady() {
        return existing.contains(names.topic());
    }

    private boolean isComplete() {
        return existing.containsAll(names.others());
    }

    private void say(Found found) {
        if (saidOf.equals(existing) && !existing.isEmpty()) {
            return;
        }
        saidOf = existing;
        if (!isReady()) {
            LOG.warn("the topic {} must exist: without it there is no work", names.topic());
        } else if (!isComplete()) {
            List<String> missing =
                    names.others().stream().filter(name -> !exists(name)).toList();
            LOG.warn(
                    "the topics {} must exist and could not be made ({}): until they do, work that fails holds up its"
                            + " partition and is tried again in place",
                    String.join(", ", missing),
                    found.obstacle().orElse("no reason given"));
        }
    }
}

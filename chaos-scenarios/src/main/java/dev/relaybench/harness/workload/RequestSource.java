package dev.relaybench.harness.workload;

import java.util.SplittableRandom;
import java.util.UUID;

/// Draws business requests from a seed: the same seed gives the same requests in the same order. Safe for use by
/// several threads.
public final class RequestSource {
    private static final String LETTERS = "abcdefghijklmnopqrstuvwxyz0123456789";

    private final Workload workload;
    private final String topic;
    private final SplittableRandom random;
    private final long[] sequences;
    private long count;

    /// A source of requests for one topic.
    public RequestSource(Workload workload, String topic, long seed) {
        this.workload = workload;
        this.topic = topic;
        this.random = new SplittableRandom(seed);
        this.sequences = new long[workload.keys()];
    }

    /// The next request.
    public synchronized BusinessRequest next() {
        int key = (int) (count % workload.keys());
        count++;
        String id = new UUID(random.nextLong(), random.nextLong()).toString();
        return new BusinessRequest(
                id, "k" + key, ++sequences[key], topic, payload(id), count % workload.rollbackEvery() == 0);
    }

    private String payload(String id) {
        var text = new StringBuilder(workload.payloadBytes());
        text.append("{\"event\":\"").append(id).append("\",\"filler\":\"");
        while (text.length() < workload.payloadBytes() - 2) {
            text.append(LETTERS.charAt(random.nextInt(LETTERS.length())));
        }
        return text.append("\"}").toString();
    }
}

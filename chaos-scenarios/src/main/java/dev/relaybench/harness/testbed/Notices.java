package dev.relaybench.harness.testbed;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/// What the preflight found that hinders no run, but that whoever reads its results should know.
final class Notices {
    private static final int NAMED = 5;

    private final List<String> sentences = new ArrayList<>();

    synchronized void add(String sentence) {
        sentences.add(sentence);
    }

    /// @param what `database`, `topic`, `proxy`
    /// @param names those that begin like ours; none is no news
    void leftovers(String what, List<String> names) {
        if (!names.isEmpty()) {
            String more = names.size() > NAMED ? " and " + (names.size() - NAMED) + " more" : "";
            add("There is a " + what + " of another run, which is left alone: "
                    + String.join(", ", names.subList(0, Math.min(NAMED, names.size()))) + more
                    + "; remove it yourself if no run needs it.");
        }
    }

    /// @param server whose clock it is
    void vague(String server, ClockSkew skew) {
        if (skew.isVague()) {
            add("The way to " + server + " is so slow that its clock could not be compared with this host's ("
                    + skew.figure() + " ms): see to it that both are synchronised by NTP.");
        }
    }

    /// @param brokerSettings as far as they may be read
    void autoCreation(String kafka, Map<String, String> brokerSettings) {
        if ("true".equals(brokerSettings.get("auto.create.topics.enable"))) {
            add(kafka + " makes topics by itself (auto.create.topics.enable): a client that is late may bring a topic"
                    + " back that a run has deleted.");
        }
    }

    synchronized List<String> sentences() {
        return List.copyOf(sentences);
    }
}

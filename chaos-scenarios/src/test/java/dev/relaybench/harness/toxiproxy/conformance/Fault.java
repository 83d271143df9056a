package dev.relaybench.harness.toxiproxy.conformance;

import java.util.List;
import java.util.function.LongUnaryOperator;
import java.util.regex.Pattern;

/// One thing that a {@link WrongServer} gets wrong, and the cases of one group that have to see it.
enum Fault {
    LATENCY_IGNORED(
            "latency",
            "delays one direction only",
            "does not add up over messages",
            "holds a lot on the way",
            "varies by jitter from piece to piece",
            "keeps the end behind the data",
            "acts on open connections",
            "lets waiting messages go in order when removed",
            "treats connections alike") {
        @Override
        String sent(String body) {
            return changed(body, "latency", millis -> 0);
        }
    },
    RATE_IGNORED(
            "bandwidth",
            "keeps the mean rate",
            "costs an idle connection what it sends",
            "is exact at high rates",
            "passes nothing at rate zero until removed",
            "delivers the rest at once when removed",
            "takes a new rate at once") {
        @Override
        String sent(String body) {
            return changed(body, "rate", rate -> -1);
        }
    },
    REMOVAL_LOSES_DATA("bandwidth", "delivers the rest at once when removed") {
        @Override
        boolean relays() {
            return true;
        }
    },
    DELAY_IGNORED(
            "slow_close",
            "holds the end but not the data",
            "holds the client's end from the server",
            "lets an answer through meanwhile",
            "lets the end go when removed") {
        @Override
        String sent(String body) {
            return changed(body, "delay", millis -> 0);
        }
    },
    TIMEOUT_TWICE_AS_LONG(
            "timeout", "closes an idle connection", "counts anew with each piece", "counts from when it was added") {
        @Override
        String sent(String body) {
            return changed(body, "timeout", millis -> 2 * millis);
        }
    },
    FIN_INSTEAD_OF_RESET(
            "reset_peer",
            "resets both sides after the first data",
            "resets at once at zero",
            "lets the request reach the server but not the answer the client",
            "resets also on an ordinary close and without a draw",
            "cannot be stopped once its clock runs") {
        @Override
        boolean relays() {
            return true;
        }
    },
    SLICES_IGNORED(
            "slicer",
            "spreads a piece over time",
            "halves a piece until the parts are small enough",
            "waits after the last part too",
            "lets the rest go when removed") {
        @Override
        String sent(String body) {
            return changed(body, "average_size", bytes -> 0);
        }
    },
    ONE_BYTE_TOO_MANY(
            "limit_data",
            "closes after that many bytes",
            "closes when exactly that many came",
            "passes nothing at zero but stays open while idle",
            "counts from when it was added",
            "keeps its count when changed",
            "cuts a stream that goes on") {
        @Override
        String sent(String body) {
            return changed(body, "bytes", bytes -> bytes + 1);
        }
    },
    TOXICITY_IGNORED(
            "toxicity",
            "touches none at zero and all at one",
            "draws once for each connection",
            "draws again for open connections when changed") {
        @Override
        String sent(String body) {
            return body.replaceAll("\"toxicity\":[0-9.]+", "\"toxicity\":1");
        }
    },
    TOXICS_ONLY_DOWNSTREAM("several toxics", "leave the other direction and other proxies alone") {
        @Override
        String sent(String body) {
            return body.replaceAll("(?i)\"stream\":\"upstream\"", "\"stream\":\"downstream\"");
        }
    },
    HALF_CLOSE_KEPT("plain", "knows no half close") {
        @Override
        boolean relays() {
            return true;
        }
    },
    RESET_DOES_NOTHING(
            "proxy changes", "reset removes toxics and keeps connections", "reset enables what was disabled") {
        @Override
        boolean swallows(String method, String path) {
            return method.equals("POST") && path.equals("/reset");
        }
    },
    DISABLING_DOES_NOTHING(
            "proxy changes",
            "disabling closes connections and refuses new ones, enabling brings port and toxics back",
            "disabling while data is unread resets its sender") {
        @Override
        String sent(String body) {
            return body.replace("{\"enabled\":false}", "{}");
        }
    },
    BAD_REQUEST_INSTEAD_OF_CONFLICT(
            "http", "answers the 19 recorded requests of create", "answers the 46 recorded requests of toxic-bad") {
        @Override
        int status(int status) {
            return status == 409 ? 400 : status;
        }
    };

    private final String group;
    /// One sentence a line.
    private final String flaggedBy;

    Fault(String group, String... flaggedBy) {
        this.group = group;
        this.flaggedBy = String.join("\n", flaggedBy);
    }

    /// The name of the group whose cases are tried.
    String group() {
        return group;
    }

    /// The sentences of those of its cases that have to fail. The others have to pass.
    List<String> flaggedBy() {
        return flaggedBy.lines().toList();
    }

    /// What becomes of the body of a control call.
    String sent(String body) {
        return body;
    }

    /// What becomes of the status of an answer.
    int status(int status) {
        return status;
    }

    /// Whether a control call is answered with 204 and not passed on.
    boolean swallows(String method, String path) {
        return false;
    }

    /// Whether connections go through a {@link FaultyRelay}.
    boolean relays() {
        return false;
    }

    private static String changed(String body, String attribute, LongUnaryOperator change) {
        return Pattern.compile("\"" + attribute + "\":(\\d+)")
                .matcher(body)
                .replaceAll(match -> "\"" + attribute + "\":" + change.applyAsLong(Long.parseLong(match.group(1))));
    }
}

package dev.relaybench.harness.testbed;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.config.ConfigException;
import org.apache.kafka.common.errors.AuthorizationException;
import org.apache.kafka.common.errors.SaslAuthenticationException;
import org.apache.kafka.common.errors.SslAuthenticationException;
import org.apache.kafka.common.errors.UnsupportedVersionException;

/// How to log in to somebody's Kafka, and what it means when that fails.
///
/// @param servers where a client begins
/// @param client what it needs beside; secrets
record KafkaLogin(String servers, Map<String, String> client, Secrets secrets) {
    static final String CLIENT_ID = "relaybench-preflight";
    static final int LIMIT_SECONDS = 8;
    private static final String REQUEST_MILLIS = "5000";
    private static final int MILLIS = 1_000;

    static KafkaLogin of(ExternalSettings settings, Secrets secrets) {
        return new KafkaLogin(settings.bootstrapServers(), settings.kafkaClient(), secrets);
    }

    KafkaLogin at(String others) {
        return new KafkaLogin(others, client, secrets);
    }

    /// For messages.
    String name() {
        return "Kafka at " + servers;
    }

    Map<String, Object> options(Map<String, String> added) {
        Map<String, Object> all = new HashMap<>(client);
        all.put("bootstrap.servers", servers);
        all.put("client.id", CLIENT_ID);
        all.put("request.timeout.ms", REQUEST_MILLIS);
        all.put("reconnect.backoff.max.ms", "200");
        all.putAll(added);
        return all;
    }

    @FunctionalInterface
    interface Question<T> {
        T ask(Admin admin) throws ExecutionException, InterruptedException, TimeoutException;
    }

    /// Asks in a client of its own.
    ///
    /// @param permission what to grant if the question may not be asked
    /// @throws TestbedException in one sentence, within about ten seconds
    <T> T ask(String purpose, String permission, Question<T> question) {
        var options = options(Map.of("default.api.timeout.ms", Integer.toString(LIMIT_SECONDS * MILLIS)));
        try (Admin admin = Admin.create(options)) {
            return question.ask(admin);
        } catch (ExecutionException | TimeoutException | InterruptedException | KafkaException e) {
            throw failure(purpose, permission, e);
        }
    }

    static <T> T get(KafkaFuture<T> future) throws ExecutionException, InterruptedException, TimeoutException {
        return future.get(LIMIT_SECONDS + 1, TimeUnit.SECONDS);
    }

    /// Whether the failure, at its root, is that something may not be done.
    static boolean isDenied(Throwable failure) {
        return find(failure, AuthorizationException.class).isPresent();
    }

    static <T extends Throwable> Optional<T> find(Throwable failure, Class<T> type) {
        for (Throwable each = failure; each != null; each = each.getCause()) {
            if (type.isInstance(each)) {
                return Optional.of(type.cast(each));
            }
        }
        return Optional.empty();
    }

    /// @param purpose what was tried, to follow "could not"
    /// @param permission what to grant if that is what lacks
    TestbedException failure(String purpose, String permission, Throwable cause) {
        if (cause instanceof InterruptedException) {
            Thread.currentThread().interrupt();
            return new TestbedException("Interrupted before " + name() + " could " + purpose + ".", cause);
        }
        return secrets.failure(sentence(purpose, permission, cause), cause);
    }

    private String sentence(String purpose, String permission, Throwable cause) {
        if (find(cause, SaslAuthenticationException.class).isPresent()) {
            return name() + " refuses the login: correct kafka.client.sasl.jaas.config and"
                    + " kafka.client.sasl.mechanism.";
        }
        if (find(cause, SslAuthenticationException.class).isPresent()) {
            return "The TLS handshake with " + name() + " failed (" + TlsFailure.reason(cause)
                    + "): correct kafka.client.ssl.* to fit the broker's certificate.";
        }
        if (find(cause, ConfigException.class).isPresent()) {
            return "The settings kafka.client.* cannot be used (" + secrets.reason(cause) + "): correct them.";
        }
        if (isDenied(cause)) {
            return name() + " does not let this user " + purpose + ": grant " + permission + ".";
        }
        if (find(cause, UnsupportedVersionException.class).isPresent()) {
            return name() + " is too old to " + purpose + ": upgrade it to 3.0 or newer.";
        }
        if (find(cause, TimeoutException.class).isPresent()
                || find(cause, org.apache.kafka.common.errors.TimeoutException.class)
                        .isPresent()) {
            return name() + " could not " + purpose + " in " + LIMIT_SECONDS
                    + " s: see whether every broker is up and whether the addresses that they advertise can be reached"
                    + " from here.";
        }
        Throwable root = cause instanceof ExecutionException && cause.getCause() != null ? cause.getCause() : cause;
        return name() + " could not " + purpose + " (" + secrets.reason(root) + "): correct that and run again.";
    }
}

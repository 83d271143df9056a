package dev.relaybench.harness.testbed;

import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// What must never be shown, and how to show a failure without it: drivers and clients quote URLs and settings.
final class Secrets {
    private static final String HIDDEN = "***";
    /// Words that are as good as public, and that sentences need.
    private static final Set<String> HARMLESS = Set.of(
            "disable",
            "allow",
            "prefer",
            "require",
            "verify-ca",
            "verify-full",
            "PLAINTEXT",
            "SSL",
            "SASL_PLAINTEXT",
            "SASL_SSL",
            "PLAIN",
            "SCRAM-SHA-256",
            "SCRAM-SHA-512",
            "GSSAPI",
            "OAUTHBEARER",
            "PKCS12",
            "JKS",
            "PEM",
            "TLS",
            "TLSv1.2",
            "TLSv1.3",
            "HTTPS",
            "https",
            "true",
            "false",
            "required",
            "requisite");
    /// Shorter ones would blot out parts of words.
    private static final int SHORTEST = 3;

    private static final Pattern QUOTED = Pattern.compile("\"([^\"]+)\"|'([^']+)'");

    private final List<String> values;

    private Secrets(Set<String> values) {
        this.values = values.stream()
                .filter(value -> value.length() >= SHORTEST && !HARMLESS.contains(value))
                .sorted(Comparator.comparingInt(String::length).reversed())
                .toList();
    }

    static Secrets of(ExternalSettings settings) {
        Set<String> found = new TreeSet<>();
        found.add(settings.postgres().password());
        String parameters = settings.postgres().url().parameters();
        found.add(parameters);
        for (String parameter : parameters.replaceFirst("^\\?", "").split("&", -1)) {
            found.add(parameter.substring(parameter.indexOf('=') + 1));
        }
        settings.kafkaClient().forEach((key, value) -> {
            found.add(value);
            if (key.endsWith("jaas.config")) {
                Matcher quoted = QUOTED.matcher(value);
                while (quoted.find()) {
                    found.add(quoted.group(1) == null ? quoted.group(2) : quoted.group(1));
                }
            }
        });
        return new Secrets(found);
    }

    /// The text with stars in place of every secret.
    String hide(String text) {
        String clean = text;
        for (String value : values) {
            clean = clean.replace(value, HIDDEN);
        }
        return clean;
    }

    /// What went wrong, in the words of whoever noticed: one line without a full stop, and without secrets.
    String reason(Throwable failure) {
        String message = String.valueOf(failure.getMessage());
        String line = message.lines().findFirst().orElse("").strip();
        return hide(line.isEmpty() ? failure.getClass().getSimpleName() : line.replaceFirst("\\.$", ""));
    }

    /// A failure whose text and causes are free of secrets; a cause that is not is left out.
    TestbedException failure(String sentence, Throwable cause) {
        return tells(cause) ? new TestbedException(hide(sentence)) : new TestbedException(hide(sentence), cause);
    }

    private boolean tells(Throwable failure) {
        for (Throwable each = failure; each != null; each = each.getCause()) {
            String text = each.toString();
            if (!hide(text).equals(text)) {
                return true;
            }
        }
        return false;
    }

    /// The same failure without secrets.
    TestbedException clean(TestbedException failure) {
        return tells(failure) ? failure(String.valueOf(failure.getMessage()), failure) : failure;
    }
}

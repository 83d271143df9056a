package dev.relaybench.relay.settings;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.Collectors;

/// Reads typed values and collects what is wrong instead of stopping at the first mistake.
///
/// Asking for a key declares it: what nobody asked for by {@link #finish} is unknown. A value that is wrong is replaced
/// by the default so that reading can go on; {@link #finish} then refuses the whole.
final class SettingsReader {
    private final Map<String, String> values;
    private final List<String> problems = new ArrayList<>();
    private final TreeSet<String> known = new TreeSet<>();

    SettingsReader(Map<String, String> values) {
        this.values = Map.copyOf(values);
    }

    /// A value that has to be there and to match a pattern. The value itself is never shown when it may hold a secret.
    String required(String key, String pattern, String rule) {
        String value = optional(key).orElse("");
        if (value.isEmpty()) {
            problem("%s is missing: it must be %s".formatted(key, rule));
        } else if (!value.matches(pattern)) {
            problem("%s must be %s, but is '%s'".formatted(key, rule, withoutParameters(value)));
        }
        return value;
    }

    Optional<String> optional(String key) {
        known.add(key);
        return Optional.ofNullable(values.get(key)).map(String::strip).filter(value -> !value.isEmpty());
    }

    /// A value that may be missing, and has to match a pattern if it is there.
    Optional<String> text(String key, String pattern, String rule) {
        Optional<String> value = optional(key);
        if (value.isPresent() && !value.get().matches(pattern)) {
            problem("%s must be %s, but is '%s'".formatted(key, rule, withoutParameters(value.get())));
        }
        return value;
    }

    /// One of the constants of an enum.
    ///
    /// @param word how a constant is written in the file
    <E extends Enum<E>> E choice(String key, E fallback, Function<E, String> word) {
        String value = text(key, word.apply(fallback));
        E[] constants = fallback.getDeclaringClass().getEnumConstants();
        for (E constant : constants) {
            if (word.apply(constant).equals(value)) {
                return constant;
            }
        }
        String words = Arrays.stream(constants).map(word).collect(Collectors.joining(", "));
        problem("%s must be one of %s, but is '%s'".formatted(key, words, value));
        return fallback;
    }

    /// All values under a prefix, by the rest of their keys.
    Map<String, String> group(String prefix, String pattern, String rule) {
        Map<String, String> found = new TreeMap<>();
        values.forEach((key, value) -> {
            if (key.startsWith(prefix)) {
                known.add(key);
                String name = key.substring(prefix.length());
                if (!name.matches(pattern)) {
                    problem("%s is not a setting: behind %s belongs %s".formatted(key, prefix, rule));
                }
                found.put(name, value.strip());
            }
        });
        return found;
    }

    boolean flag(String key, boolean fallback) {
        String value = text(key, Boolean.toString(fallback));
        if (!value.equals("true") && !value.equals("false")) {
            problem("%s must be true or false, but is '%s'".formatted(key, value));
            return fallback;
        }
        return value.equals("true");
    }

    int count(String key, int fallback, int min, int max) {
        return (int) number(key, "a whole number", new Range(fallback, min, max));
    }

    Duration millis(String key, Range range) {
        return Duration.ofMillis(number(key, "whole milliseconds", range));
    }

    /// A rule over several values; reported only if the values themselves are sound.
    void rule(boolean holds, String message) {
        if (!holds && problems.isEmpty()) {
            problem(message);
        }
    }

    private void problem(String message) {
        problems.add(message);
    }

    void finish(String where) {
        for (String key : new TreeSet<>(values.keySet())) {
            if (!known.contains(key)) {
                // Without its value, which may be a password under a misspelt key.
                String hint = NearMiss.of(key, known)
                        .map(near -> ", did you mean " + near + "?")
                        .orElse("");
                problem("%s is not a setting%s".formatted(key, hint));
            }
        }
        if (!problems.isEmpty()) {
            throw new SettingsException(where, problems);
        }
    }

    private String text(String key, String fallback) {
        known.add(key);
        return values.getOrDefault(key, fallback).strip();
    }

    private long number(String key, String what, Range range) {
        String value = text(key, Long.toString(range.fallback));
        try {
            long number = Long.parseLong(value);
            if (number >= range.min && number <= range.max) {
                return number;
            }
        } catch (NumberFormatException notANumber) {
            // Reported below, with the same words as a number out of range.
        }
        problem("%s must be %s from %d to %d, but is '%s'".formatted(key, what, range.min, range.max, value));
        return range.fallback;
    }

    /// Without what may be a password: parameters, and the user of an address.
    private static String withoutParameters(String value) {
        String address = value.replaceFirst("//[^/@]*@", "//...@");
        int parameters = address.indexOf('?');
        return parameters < 0 ? address : address.substring(0, parameters) + "?...";
    }

    /// Default, smallest and largest value.
    record Range(long fallback, long min, long max) {
        private static final long THIRTY_YEARS_MS = Duration.ofDays(11_000).toMillis();

        /// A period or a time-out: never zero, which would make a loop spin and a deadline pass at once.
        static Range period(long fallback) {
            return new Range(fallback, 1, THIRTY_YEARS_MS);
        }
    }
}

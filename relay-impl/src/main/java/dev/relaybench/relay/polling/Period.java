package dev.relaybench.relay.polling;

import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/// A stretch of time that a partition covers, or shall cover.
///
/// @param end no longer part of it
record Period(Instant start, Instant end) {
    private static final DateTimeFormatter NAME =
            DateTimeFormatter.ofPattern("uuuuMMdd_HHmmss_SSS", Locale.ROOT).withZone(ZoneOffset.UTC);

    /// The one that an instant lies in, when time is divided into equal periods from the epoch on.
    static Period of(Instant instant, Duration length) {
        long number = Math.floorDiv(instant.toEpochMilli(), length.toMillis());
        Instant start = Instant.ofEpochMilli(number * length.toMillis());
        return new Period(start, start.plus(length));
    }

    /// The one of the same length behind it.
    Period next() {
        return new Period(end, end.plus(Duration.between(start, end)));
    }

    boolean overlaps(Period other) {
        return start.isBefore(other.end) && other.start.isBefore(end);
    }

    /// What is left of it behind those that are covered already. They are of another length when the setting was
    /// changed.
    ///
    /// @return empty if nothing is left
    Optional<Period> behind(List<Period> covered) {
        Instant from = covered.stream()
                .filter(this::overlaps)
                .map(Period::end)
                .max(Comparator.naturalOrder())
                .orElse(start);
        return from.isBefore(end) ? Optional.of(new Period(from, end)) : Optional.empty();
    }

    /// Fit for the name of a table, and in the order of time.
    String name() {
        return NAME.format(start);
    }
}

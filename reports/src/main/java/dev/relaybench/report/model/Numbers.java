package dev.relaybench.report.model;

import java.math.BigDecimal;
import java.math.MathContext;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/// Numbers as people read them. The same in every locale.
public final class Numbers {
    /// Stands where there is no number.
    public static final String NONE = "–";

    private static final DateTimeFormatter INSTANT = DateTimeFormatter.ofPattern(
                    "uuuu-MM-dd HH:mm:ss 'UTC'", Locale.ROOT)
            .withZone(ZoneOffset.UTC);

    private Numbers() {}

    /// A time: `812 ms` below a second, `1.42 s` below 100 seconds, `203 s` above.
    public static String millis(@Nullable Double millis) {
        if (millis == null || !Double.isFinite(millis)) {
            return NONE;
        }
        double size = Math.abs(millis);
        if (size < 10 && size > 0) {
            return String.format(Locale.ROOT, "%.1f ms", millis);
        }
        if (size < 999.5) {
            return String.format(Locale.ROOT, "%.0f ms", millis);
        }
        return String.format(Locale.ROOT, size < 99_995 ? "%.2f s" : "%,.0f s", millis / 1000);
    }

    /// A point in a run: seconds since its start, `12.3 s`.
    public static String at(@Nullable Double millis) {
        return millis == null || !Double.isFinite(millis) ? NONE : String.format(Locale.ROOT, "%,.1f s", millis / 1000);
    }

    /// A whole number with separators: `10,000`.
    public static String count(long count) {
        return String.format(Locale.ROOT, "%,d", count);
    }

    /// A figure with three significant digits, or all of them where it has more: `12,345`, `12.3`, `0.0123`.
    public static String figure(@Nullable Double value) {
        if (value == null || !Double.isFinite(value)) {
            return NONE;
        }
        double size = Math.abs(value);
        if (size >= 100 || value == Math.rint(value)) {
            return String.format(Locale.ROOT, "%,.0f", value);
        }
        if (size >= 10) {
            return String.format(Locale.ROOT, "%.1f", value);
        }
        return String.format(Locale.ROOT, size >= 1 ? "%.2f" : "%.3g", value);
    }

    /// A measured figure with three significant digits at least: `12,345`, `41.0`, `8.10`.
    public static String measured(@Nullable Double value) {
        if (value == null || !Double.isFinite(value) || Math.abs(value) >= 100 || value == 0) {
            return figure(value);
        }
        double size = Math.abs(value);
        return String.format(Locale.ROOT, size >= 10 ? "%.1f" : size >= 1 ? "%.2f" : "%.3f", value);
    }

    /// An instant: `2026-11-04 09:20:00 UTC`.
    public static String instant(Instant instant) {
        return INSTANT.format(instant);
    }

    /// A share as a percentage: `57 %`.
    public static String percent(@Nullable Double share) {
        return share == null || !Double.isFinite(share) ? NONE : String.format(Locale.ROOT, "%.0f %%", share * 100);
    }

    /// A factor without needless digits: `0.05`, `0.333`, `1`.
    public static String factor(double factor) {
        return new BigDecimal(factor)
                .round(new MathContext(3))
                .stripTrailingZeros()
                .toPlainString();
    }

    /// Memory: `7.6 GiB`.
    public static String bytes(long bytes) {
        return String.format(Locale.ROOT, "%.1f GiB", bytes / (double) (1L << 30));
    }
}

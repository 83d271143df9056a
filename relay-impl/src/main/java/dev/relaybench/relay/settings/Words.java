package dev.relaybench.relay.settings;

import java.util.Locale;

/// How constants are written in a settings file.
final class Words {
    private Words() {}

    /// INLINE_ASYNC as `inline-async`.
    static String kebab(Enum<?> constant) {
        return snake(constant).replace('_', '-');
    }

    /// PG_OUTBOX as `pg_outbox`.
    static String snake(Enum<?> constant) {
        return constant.name().toLowerCase(Locale.ROOT);
    }
}

package dev.relaybench.relay.settings;

import dev.relaybench.relay.settings.SettingsReader.Range;
import java.time.Duration;
import java.util.Optional;

/// How to reach the payment vendor, and how long to wait for it.
///
/// | key | default | meaning |
/// |---|---|---|
/// | `vendor.url` | none | base of the vendor's addresses; needed by an inbox and by a consumer |
/// | `vendor.connect-timeout-ms` | 1000 | longest wait for a connection |
/// | `vendor.request-timeout-ms` | 3000 | longest wait for the head of an answer |
/// | `vendor.call-timeout-ms` | 5000 | longest time of a whole call, its body included |
///
/// @param url empty where nobody calls
/// @param callTimeout longest time of a whole call, body included
public record VendorSettings(
        Optional<String> url, Duration connectTimeout, Duration requestTimeout, Duration callTimeout) {

    static final String URL = "vendor.url";

    static VendorSettings read(SettingsReader in) {
        return new VendorSettings(
                in.optional(URL),
                in.millis("vendor.connect-timeout-ms", Range.period(1_000)),
                in.millis("vendor.request-timeout-ms", Range.period(3_000)),
                in.millis("vendor.call-timeout-ms", Range.period(5_000)));
    }
}

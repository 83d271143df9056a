package dev.relaybench.relay.wake;

import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// Where Redis is: `redis://[user:password@]host[:port][/database]`, or `rediss` for TLS. What is no letter or digit in
/// user and password may have to be written as `%` and two digits.
///
/// @param address scheme, host and port alone, which may be shown
/// @param database number of the database; publish and subscribe do not care, a restricted user may
record RedisAddress(String address, Optional<String> user, Optional<String> password, int database) {
    // Not java.net.URI, which takes a host with an underscore for none.
    private static final Pattern URL =
            Pattern.compile("(?<scheme>rediss?)://(?:(?<user>[^:@/]*)(?::(?<password>[^@/]*))?@)?"
                    + "(?<host>[^@:/?#\\s]+|\\[[0-9a-fA-F:]+])(?::(?<port>\\d{1,5}))?(?:/(?<database>\\d{0,5}))?");

    /// @throws IllegalArgumentException if it is no such address; the message does not show it, since it may hold a
    ///     password
    static RedisAddress parse(String url) {
        Matcher parts = URL.matcher(url);
        if (!parts.matches()) {
            throw new IllegalArgumentException("wake.redis.url is not redis://host:port");
        }
        String port = present(parts.group("port")).orElse("6379");
        return new RedisAddress(
                parts.group("scheme") + "://" + parts.group("host") + ":" + port,
                present(parts.group("user")).map(RedisAddress::decoded),
                present(parts.group("password")).map(RedisAddress::decoded),
                present(parts.group("database")).map(Integer::parseInt).orElse(0));
    }

    private static Optional<String> present(@Nullable String text) {
        return Optional.ofNullable(text).filter(there -> !there.isEmpty());
    }

    private static String decoded(String text) {
        // The decoder is one of forms, where a plus is a space.
        return URLDecoder.decode(text.replace("+", "%2B"), StandardCharsets.UTF_8);
    }

    /// Never shows user and password.
    @Override
    public String toString() {
        return address;
    }
}

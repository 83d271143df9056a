package dev.relaybench.relay.wake;

import java.net.URI;
import java.net.URISyntaxException;
import java.util.Optional;

/// Where Redis is: `redis://[user:password@]host[:port][/database]`, or `rediss` for TLS.
///
/// @param address scheme, host and port alone, which may be shown
/// @param database number of the database; publish and subscribe do not care, a restricted user may
record RedisAddress(String address, Optional<String> user, Optional<String> password, int database) {
    private static final int PORT = 6_379;

    /// @throws IllegalArgumentException if it is no such address; the message does not show it, since it may hold a
    ///     password
    static RedisAddress parse(String url) {
        try {
            URI uri = new URI(url);
            String scheme = uri.getScheme();
            if (uri.getHost() == null || !("redis".equals(scheme) || "rediss".equals(scheme))) {
                throw wrong();
            }
            String path = uri.getPath() == null ? "" : uri.getPath().replaceFirst("^/", "");
            String[] credentials = uri.getUserInfo() == null
                    ? new String[0]
                    : uri.getUserInfo().split(":", 2);
            return new RedisAddress(
                    "%s://%s:%d".formatted(scheme, uri.getHost(), uri.getPort() < 0 ? PORT : uri.getPort()),
                    credentials.length > 0 ? present(credentials[0]) : Optional.empty(),
                    credentials.length > 1 ? present(credentials[1]) : Optional.empty(),
                    path.isEmpty() ? 0 : Integer.parseInt(path));
        } catch (URISyntaxException | NumberFormatException malformed) {
            throw wrong();
        }
    }

    private static Optional<String> present(String text) {
        return text.isEmpty() ? Optional.empty() : Optional.of(text);
    }

    /// Without a cause, which would quote the address.
    private static IllegalArgumentException wrong() {
        return new IllegalArgumentException("wake.redis.url is not redis://host:port");
    }

    /// Never shows user and password.
    @Override
    public String toString() {
        return address;
    }
}

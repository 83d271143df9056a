package dev.relaybench.harness.testbed;

import java.net.InetSocketAddress;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// The address of a server.
///
/// @param host a name, an IPv4 address, or an IPv6 address in brackets
record HostPort(String host, int port) {
    private static final Pattern FORM =
            Pattern.compile("(?<host>[A-Za-z0-9._-]+|\\[[0-9a-fA-F:.%]+]):(?<port>\\d{1,5})");
    private static final int LAST_PORT = 65_535;

    /// Empty if the text is no `host:port`.
    static Optional<HostPort> of(String text) {
        Matcher matcher = FORM.matcher(text);
        if (!matcher.matches()) {
            return Optional.empty();
        }
        int port = Integer.parseInt(matcher.group("port"));
        return port < 1 || port > LAST_PORT ? Optional.empty() : Optional.of(new HostPort(matcher.group("host"), port));
    }

    InetSocketAddress resolve() {
        return new InetSocketAddress(host, port);
    }

    @Override
    public String toString() {
        return host + ":" + port;
    }
}

package dev.relaybench.harness.toxiproxy;

import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;

/// An address as the API writes it: `host:port`, `[ipv6]:port`, or `:port` for all interfaces.
record HostPort(String host, int port) {
    private static final int MAX_PORT = 65_535;

    /// An empty text is `:0`.
    static HostPort parse(String text) throws Refusal {
        if (text.isEmpty()) {
            return new HostPort("", 0);
        }
        int colon = text.lastIndexOf(':');
        String host = text.substring(0, Math.max(colon, 0));
        if (host.startsWith("[") && host.endsWith("]")) {
            host = host.substring(1, host.length() - 1);
        } else if (colon < 0 || host.contains(":")) {
            throw Refusal.failure("address " + text + ": missing port in address; write host:port");
        }
        return new HostPort(host, parsePort(text.substring(colon + 1)));
    }

    private static int parsePort(String text) throws Refusal {
        try {
            int port = text.isEmpty() ? 0 : Integer.parseInt(text);
            if (port >= 0 && port <= MAX_PORT) {
                return port;
            }
        } catch (NumberFormatException e) {
            // Refused below, like a number out of range.
        }
        throw Refusal.failure("address " + text + ": invalid port; give a number from 0 to " + MAX_PORT);
    }

    static HostPort of(InetSocketAddress address) {
        InetAddress host = address.getAddress();
        // A wildcard socket takes both families, whatever family Java names it by.
        return new HostPort(host.isAnyLocalAddress() ? "::" : digits(host), address.getPort());
    }

    /// The same with the host as an address in digits; no host stays no host.
    HostPort resolved() throws Refusal {
        if (host.isEmpty()) {
            return this;
        }
        try {
            return new HostPort(digits(InetAddress.getByName(host)), port);
        } catch (UnknownHostException e) {
            throw Refusal.failure("lookup " + host + ": no such host");
        }
    }

    /// Java does not shorten IPv6 addresses; those that matter here are written as everybody writes them.
    private static String digits(InetAddress address) {
        if (address instanceof Inet6Address && address.isLoopbackAddress()) {
            return "::1";
        }
        return address instanceof Inet6Address && address.isAnyLocalAddress() ? "::" : address.getHostAddress();
    }

    InetSocketAddress toSocketAddress() {
        // "::" is how a wildcard socket is shown, also where there is no IPv6 to bind it to.
        return host.isEmpty() || "::".equals(host) ? new InetSocketAddress(port) : new InetSocketAddress(host, port);
    }

    @Override
    public String toString() {
        return (host.contains(":") ? "[" + host + "]" : host) + ":" + port;
    }
}

package dev.relaybench.harness.toxiproxy.conformance;

import java.io.IOException;
import java.net.InetAddress;
import java.net.NetworkInterface;
import java.net.URI;
import java.net.UnknownHostException;

/// Addresses of HTTP APIs that the suite can work with.
final class ApiUrl {
    private static final String EXAMPLE = "name it like http://127.0.0.1:8474";

    private ApiUrl() {}

    /// @return scheme, host and port
    /// @throws IllegalArgumentException with one sentence that names the remedy
    static URI checked(URI url) {
        if (!"http".equalsIgnoreCase(url.getScheme()) || url.getHost() == null) {
            throw new IllegalArgumentException("\"" + url + "\" is no http address of a Toxiproxy: " + EXAMPLE + ".");
        }
        if (url.getPort() <= 0 || url.getPort() > 65_535) {
            throw new IllegalArgumentException("\"" + url + "\" names no port: " + EXAMPLE + ".");
        }
        if (url.getUserInfo() != null
                || url.getQuery() != null
                || url.getFragment() != null
                || !(url.getPath().isEmpty() || url.getPath().equals("/"))) {
            throw new IllegalArgumentException("\"" + url + "\" says more than host and port: " + EXAMPLE + ".");
        }
        requireThisMachine(url);
        return URI.create("http://" + url.getHost() + ":" + url.getPort());
    }

    private static void requireThisMachine(URI url) {
        try {
            InetAddress address = InetAddress.getByName(url.getHost());
            if (address.isLoopbackAddress() || NetworkInterface.getByInetAddress(address) != null) {
                return;
            }
        } catch (UnknownHostException e) {
            throw new IllegalArgumentException(
                    "No host is known by the name of \"" + url.getHost() + "\": " + EXAMPLE + ".", e);
        } catch (IOException e) {
            throw new IllegalArgumentException(
                    "Cannot tell whether " + url.getHost() + " is this machine: " + EXAMPLE + ".", e);
        }
        throw new IllegalArgumentException(
                url + " is on another machine, but proxies and the ends of connections meet on"
                        + " 127.0.0.1: run Toxiproxy on this machine, in a container with the host's network.");
    }
}

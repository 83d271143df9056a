package dev.relaybench.harness.testbed;

import eu.rekawek.toxiproxy.Proxy;
import eu.rekawek.toxiproxy.ToxiproxyClient;
import java.io.IOException;
import java.net.ConnectException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpTimeoutException;
import java.nio.channels.UnresolvedAddressException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Finds out whether somebody's Toxiproxy takes our proxies, and makes them. Proxies of others are only read.
final class ToxiproxyPreflight {
    private static final Duration LIMIT = Duration.ofSeconds(5);
    private static final int OK = 200;
    /// `{"version": "2.9.0"}`; before 2.2 the bare number.
    private static final Pattern VERSION =
            Pattern.compile("(?:\\{\\s*\"version\"\\s*:\\s*\"|)(?<number>[\\w.-]{1,40})\"?.*");

    private final HostPort api;
    private final String name;
    private final Notices notices;

    ToxiproxyPreflight(HostPort api, Notices notices) {
        this.api = api;
        this.name = "Toxiproxy at " + api;
        this.notices = notices;
    }

    /// The server's version.
    /// @throws TestbedException if there is no Toxiproxy at that address
    String version() {
        HttpResponse<String> answer = answer();
        Matcher version = VERSION.matcher(answer.body().strip());
        if (answer.statusCode() != OK || !version.matches()) {
            throw new TestbedException("What listens at " + api
                    + " is no Toxiproxy: correct toxiproxy.url, which is the address of its API.");
        }
        return version.group("number");
    }

    private HttpResponse<String> answer() {
        try (HttpClient client = HttpClient.newBuilder().connectTimeout(LIMIT).build()) {
            var request = HttpRequest.newBuilder(URI.create("http://" + api + "/version"))
                    .timeout(LIMIT)
                    .build();
            try {
                return client.send(request, HttpResponse.BodyHandlers.ofString());
            } finally {
                client.shutdownNow(); // Else closing waits for an answer that may never come.
            }
        } catch (HttpTimeoutException e) {
            throw new TestbedException(
                    "The " + name + " does not answer in " + LIMIT.toSeconds()
                            + " s: correct toxiproxy.url, or open the firewall between.",
                    e);
        } catch (ConnectException e) {
            throw new TestbedException(
                    isUnknown(e)
                            ? "The host of the " + name + " is unknown: correct toxiproxy.url."
                            : "Nothing listens for the " + name + ": start it, or correct toxiproxy.url.",
                    e);
        } catch (IOException e) {
            throw new TestbedException(
                    "What listens at " + api
                            + " is no Toxiproxy: correct toxiproxy.url, which is the address of its API.",
                    e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new TestbedException("Interrupted before the " + name + " answered.", e);
        }
    }

    private static boolean isUnknown(Throwable failure) {
        for (Throwable each = failure; each != null; each = each.getCause()) {
            if (each instanceof UnresolvedAddressException) {
                return true;
            }
        }
        return false;
    }

    /// @throws TestbedException if one of them cannot be made; none is taken over
    void open(Links links, Map<String, ExternalSettings.Link> wanted) {
        List<Proxy> there = proxies();
        List<String> ours =
                wanted.keySet().stream().map(link -> OwnNames.PREFIX + link).toList();
        notices.leftovers(
                "proxy",
                OwnNames.among(there.stream()
                        .map(Proxy::getName)
                        .filter(each -> !ours.contains(each))
                        .toList()));
        wanted.forEach((link, addresses) -> {
            String proxy = OwnNames.PREFIX + link;
            if (there.stream().anyMatch(each -> each.getName().equals(proxy))) {
                throw taken(proxy);
            }
            open(links, link, addresses);
        });
    }

    private TestbedException taken(String proxy) {
        return new TestbedException("The " + name + " has a proxy " + proxy + " already, of another run or of one that"
                + " was killed: wait for its end, or remove it by DELETE http://" + api + "/proxies/" + proxy + ".");
    }

    private void open(Links links, String link, ExternalSettings.Link addresses) {
        try {
            links.open(link, addresses.listen().toString(), addresses.upstream().toString());
        } catch (TestbedException e) {
            String why = String.valueOf(e.getMessage());
            if (why.contains("already exists")) {
                throw taken(OwnNames.PREFIX + link);
            }
            if (why.contains("address already in use") || why.contains("Address already in use")) {
                throw new TestbedException(
                        "The " + name + " finds " + addresses.listen() + " taken: end what listens there, or give link."
                                + link + ".listen another address.",
                        e);
            }
            throw new TestbedException(
                    "The " + name + " does not make a proxy at " + addresses.listen() + " ("
                            + why.replaceFirst("\\.$", "") + "): correct link." + link
                            + ".listen and .upstream.",
                    e);
        }
    }

    private List<Proxy> proxies() {
        try {
            return new ToxiproxyClient(api.host(), api.port()).getProxies();
        } catch (IOException e) {
            throw new TestbedException(
                    "The " + name + " does not tell its proxies (" + e.getMessage()
                            + "): see whether toxiproxy.url is the address of its API.",
                    e);
        }
    }
}

package dev.relaybench.harness.testbed;

import eu.rekawek.toxiproxy.Proxy;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/// What somebody's Toxiproxy and the links over it may be like, and the sentence for it.
@ExtendWith(SharedGuest.class)
class ExternalLinksBadInputIT {
    private Guest guest;
    private Refusals refusals;
    private Map<String, String> settings;
    private String toxiproxy;

    @BeforeEach
    void prepare(Guest shared) {
        guest = shared;
        refusals = new Refusals(guest);
        settings = guest.plain();
        toxiproxy = settings.getOrDefault("toxiproxy.url", "").replace("http://", "");
    }

    private void refused(String sentence) throws Exception {
        refusals.refused(settings, sentence);
    }

    @Test
    void nothingThere() throws Exception {
        try (PortLease port = PortLease.take()) {
            settings.put("toxiproxy.url", "http://127.0.0.1:" + port.port());
            refused("Nothing listens for the Toxiproxy at 127.0.0.1:" + port.port()
                    + ": start it, or correct toxiproxy.url.");
        }
    }

    @Test
    void anUnknownHost() throws Exception {
        settings.put("toxiproxy.url", "http://nowhere.invalid:8474");
        refused("The host of the Toxiproxy at nowhere.invalid:8474 is unknown: correct toxiproxy.url.");
    }

    @Test
    void aServerThatIsMute() throws Exception {
        try (SilentServer mute = SilentServer.open()) {
            settings.put("toxiproxy.url", "http://" + mute.address());
            refused("The Toxiproxy at " + mute.address()
                    + " does not answer in 5 s: correct toxiproxy.url, or open the firewall between.");
        }
    }

    @Test
    void aServerThatIsNoToxiproxy() throws Exception {
        String postgres = JdbcUrl.of(settings.getOrDefault("postgres.url", "")).hosts();
        settings.put("toxiproxy.url", "http://" + postgres);
        refused("What listens at " + postgres
                + " is no Toxiproxy: correct toxiproxy.url, which is the address of its API.");
    }

    @Test
    void aPortThatIsTaken() throws Exception {
        String listen = settings.getOrDefault("link.kafka-1.listen", "");
        int port = HostPort.of(listen).orElseThrow().port();
        try (ServerSocket thief = new ServerSocket(port, 1, InetAddress.ofLiteral("127.0.0.1"))) {
            refused("The Toxiproxy at " + toxiproxy + " finds 127.0.0.1:" + thief.getLocalPort()
                    + " taken: end what listens there, or give link.kafka-1.listen another address.");
        }
    }

    @Test
    void aProxyThatIsThereAlready() throws Exception {
        Proxy foreign = ServerContents.toxiproxy(guest).createProxy("relaybench_kafka-1", "127.0.0.1:0", "127.0.0.1:1");
        try {
            refused("The Toxiproxy at " + toxiproxy
                    + " has a proxy relaybench_kafka-1 already, of another run or of one"
                    + " that was killed: wait for its end, or remove it by DELETE http://" + toxiproxy
                    + "/proxies/relaybench_kafka-1.");
        } finally {
            foreign.delete();
        }
    }

    @Test
    void brokersThatAdvertiseAnotherAddress() throws Exception {
        String direct = settings.getOrDefault("kafka.bootstrap-servers", "");
        settings.put("link.kafka-1.upstream", direct);
        refused("Through " + settings.getOrDefault("link.kafka-1.listen", "") + " the brokers advertise " + direct
                + ", so that clients would pass the proxies by: set advertised.listeners of the listener behind each"
                + " link.kafka-N.upstream to link.kafka-N.address.");
    }

    @Test
    void aBrokerThatIsReachedWithoutItsProxy() throws Exception {
        String direct = settings.getOrDefault("kafka.bootstrap-servers", "");
        settings.put("link.kafka-1.address", direct);
        refused("With its proxy closed, " + direct
                + " answers all the same, so that faults would hit nothing: set link.kafka-1.address to where the"
                + " Toxiproxy listens.");
    }

    @Test
    void aDatabaseThatIsReachedWithoutItsProxy() throws Exception {
        String direct = JdbcUrl.of(settings.getOrDefault("postgres.url", "")).hosts();
        settings.put("link.postgres.address", direct);
        refused("With its proxy closed, " + direct
                + " answers all the same, so that faults would hit nothing: set link.postgres.address to where the"
                + " Toxiproxy listens.");
    }

    @Test
    void aProxyThatLeadsNowhere() throws Exception {
        try (PortLease port = PortLease.take()) {
            settings.put("link.kafka-1.upstream", "127.0.0.1:" + port.port());
            refused("The proxy at " + settings.getOrDefault("link.kafka-1.listen", "")
                    + " leads nowhere: see whether link.kafka-1.upstream (127.0.0.1:" + port.port()
                    + ") is the server as the Toxiproxy sees it, and link.kafka-1.address the proxy as this host sees"
                    + " it.");
        }
    }
}

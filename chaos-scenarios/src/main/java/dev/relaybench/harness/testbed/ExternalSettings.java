package dev.relaybench.harness.testbed;

import java.nio.file.Path;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/// How to reach a PostgreSQL, a Kafka and a Toxiproxy that belong to somebody: the settings of `--env external`.
///
/// A properties file (`#` begins a comment, `\` escapes). A value may hold `${NAME}`, which stands for the environment
/// variable of that name, so that no secret need be in the file.
///
/// | key | what it is |
/// |---|---|
/// | `postgres.url` | `jdbc:postgresql://host:port/database`, a database that exists; TLS by parameters:
/// `?sslmode=verify-full&sslrootcert=FILE` |
/// | `postgres.user` | may create databases |
/// | `postgres.password` | |
/// | `kafka.bootstrap-servers` | `host:port` of the listener for the harness, or several separated by commas |
/// | `kafka.client.NAME` | passed to every Kafka client; NAME is a client setting that begins with `security.`, `sasl.`
/// or `ssl.` |
/// | `toxiproxy.url` | `http://host:port` of a Toxiproxy's API; left out where there is none |
/// | `link.postgres.listen` | `host:port` where the proxy before PostgreSQL is to listen, as the Toxiproxy sees it |
/// | `link.postgres.upstream` | `host:port` of PostgreSQL, as the Toxiproxy sees it |
/// | `link.postgres.address` | `host:port` of the proxy as relay and harness see it; the same as `listen` if left out |
/// | `link.kafka-1.listen`, `.upstream`, `.address` | the same before the first broker; `upstream` is a listener whose
/// `advertised.listeners` entry is `address` |
/// | `link.kafka-2.listen`, ... | the same before the next one; a link to one broker needs a link to each |
///
/// @param postgres never with user or password in its URL
/// @param bootstrapServers for the harness
/// @param kafkaClient what every Kafka client is given beside an address; may hold secrets
/// @param links by name: `postgres`, `kafka-1`, `kafka-2`
public record ExternalSettings(
        Database postgres,
        String bootstrapServers,
        Map<String, String> kafkaClient,
        Optional<HostPort> toxiproxy,
        Map<String, Link> links) {
    static final String POSTGRES_LINK = "postgres";

    /// @param password never shown
    record Database(JdbcUrl url, String user, String password) {
        @Override
        public String toString() {
            return user + " at " + url;
        }
    }

    /// @param listen where the proxy listens, as the Toxiproxy sees it
    /// @param upstream the server, as the Toxiproxy sees it
    /// @param address the proxy, as what is under test sees it
    record Link(HostPort listen, HostPort upstream, HostPort address) {}

    public ExternalSettings {
        kafkaClient = Map.copyOf(kafkaClient);
        links = Collections.unmodifiableMap(new TreeMap<>(links));
    }

    /// Reads a settings file.
    ///
    /// @throws TestbedException in one sentence that names every mistake and shows no secret: a key that is unknown,
    /// with
    ///     the one that was meant; a key that is missing; an impossible value; an environment variable that is not set
    public static ExternalSettings read(Path file) {
        return read(file, System.getenv());
    }

    static ExternalSettings read(Path file, Map<String, String> environment) {
        return new ExternalSettingsFile(file, environment).read();
    }

    /// The links to brokers, by their numbers.
    List<String> brokerLinks() {
        return links.keySet().stream()
                .filter(name -> !name.equals(POSTGRES_LINK))
                .sorted(Comparator.comparingInt(Links::numberOfBroker))
                .toList();
    }

    /// @throws TestbedException if there is none of that name
    Link link(String name) {
        Link link = links.get(name);
        if (link == null) {
            throw new TestbedException("There is no link " + name + ": set link." + name + ".listen and .upstream.");
        }
        return link;
    }

    boolean speaksTls() {
        return securityProtocol().endsWith("SSL");
    }

    boolean speaksSasl() {
        return securityProtocol().startsWith("SASL");
    }

    String securityProtocol() {
        return kafkaClient.getOrDefault("security.protocol", "PLAINTEXT");
    }

    /// Without what may be secret.
    @Override
    public String toString() {
        return "ExternalSettings[postgres=%s, kafka=%s, toxiproxy=%s, links=%s]"
                .formatted(postgres, bootstrapServers, toxiproxy, links);
    }
}

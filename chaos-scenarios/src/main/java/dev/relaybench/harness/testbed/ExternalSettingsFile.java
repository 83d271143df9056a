package dev.relaybench.harness.testbed;

import java.io.IOException;
import java.io.Reader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.apache.kafka.clients.admin.AdminClientConfig;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.jspecify.annotations.Nullable;

/// Reads the settings of an external testbed and collects what is wrong instead of stopping at the first mistake. No
/// message shows a value that may be secret.
final class ExternalSettingsFile {
    private static final String CLIENT = "kafka.client.";
    private static final String LINK = "link.";
    private static final String TOXIPROXY = "toxiproxy.url";
    private static final Pattern LINK_KEY =
            Pattern.compile("link\\.(?<name>postgres|kafka-[1-9]\\d{0,2})\\.(?<part>listen|upstream|address)");
    private static final Pattern VARIABLE = Pattern.compile("\\$\\{(?<name>[^}]*)}");
    private static final List<String> PROTOCOLS = List.of("PLAINTEXT", "SSL", "SASL_PLAINTEXT", "SASL_SSL");
    private static final String ADDRESS = "host:port";

    private final Path file;
    private final Map<String, String> environment;
    private final Map<String, String> values = new TreeMap<>();
    private final List<String> problems = new ArrayList<>();

    ExternalSettingsFile(Path file, Map<String, String> environment) {
        this.file = file;
        this.environment = environment;
    }

    ExternalSettings read() {
        load();
        refuseUnknownKeys();
        var settings = new ExternalSettings(database(), bootstrapServers(), kafkaClient(), toxiproxy(), links());
        if (!problems.isEmpty()) {
            throw new TestbedException(
                    "The settings in " + file + " cannot be used: " + String.join("; ", problems) + ".");
        }
        return settings;
    }

    private void load() {
        var properties = new Properties();
        try (Reader reader = Files.newBufferedReader(file)) {
            properties.load(reader);
        } catch (IOException | IllegalArgumentException e) {
            throw new TestbedException(
                    "The settings file %s cannot be read (%s): name one that is there and may be read."
                            .formatted(file, e.getClass().getSimpleName()),
                    e);
        }
        properties.stringPropertyNames().forEach(key -> {
            String value = filledIn(key, properties.getProperty(key).strip());
            if (!value.isEmpty()) {
                values.put(key, value);
            }
        });
    }

    private String filledIn(String key, String value) {
        Matcher variables = VARIABLE.matcher(value);
        var filled = new StringBuilder();
        while (variables.find()) {
            String name = variables.group("name");
            String found = environment.get(name);
            if (found == null) {
                problems.add(
                        "%s refers to the environment variable %s, which is not set: export it".formatted(key, name));
            }
            variables.appendReplacement(filled, Matcher.quoteReplacement(found == null ? "" : found));
        }
        return variables.appendTail(filled).toString();
    }

    private void refuseUnknownKeys() {
        var clientKeys = new TreeSet<String>();
        Stream.of(AdminClientConfig.configNames(), ProducerConfig.configNames(), ConsumerConfig.configNames())
                .flatMap(names -> names.stream())
                .filter(name -> name.matches("(security|sasl|ssl)\\..+"))
                .forEach(name -> clientKeys.add(CLIENT + name));
        var known = new TreeSet<>(clientKeys);
        known.addAll(List.of("postgres.url", "postgres.user", "postgres.password"));
        known.addAll(List.of("kafka.bootstrap-servers", TOXIPROXY));
        for (String link : List.of("postgres", "kafka-1", "kafka-2", "kafka-3")) {
            Stream.of("listen", "upstream", "address").forEach(part -> known.add(LINK + link + "." + part));
        }
        for (String key : values.keySet()) {
            if (!known.contains(key) && !LINK_KEY.matcher(key).matches()) {
                problems.add(key + " is not a setting"
                        + NearMiss.of(key, known)
                                .map(near -> " (did you mean " + near + "?)")
                                .orElse(""));
            }
        }
    }

    private String required(String key, String meaning) {
        String value = values.get(key);
        if (value == null) {
            problems.add(key + " is missing: it is " + meaning);
            return "";
        }
        return value;
    }

    private ExternalSettings.Database database() {
        String text = required("postgres.url", "jdbc:postgresql://host:port/database");
        String user = required("postgres.user", "who may create databases");
        String password = required("postgres.password", "the password of postgres.user");
        return new ExternalSettings.Database(text.isEmpty() ? new JdbcUrl("", "", "") : jdbcUrl(text), user, password);
    }

    private JdbcUrl jdbcUrl(String text) {
        JdbcUrl url;
        try {
            url = JdbcUrl.of(text);
        } catch (TestbedException e) {
            problems.add("postgres.url is not of the form jdbc:postgresql://host:port/database");
            return new JdbcUrl("", "", "");
        }
        if (url.hosts().contains(",")) {
            problems.add("postgres.url names several hosts: name the primary alone");
        } else if (HostPort.of(url.hosts()).isEmpty()) {
            problems.add("postgres.url must name its server as " + ADDRESS);
        }
        if (url.parameters().matches(".*[?&](user|password)=.*")) {
            problems.add("postgres.url holds a user or a password: they belong in postgres.user and postgres.password");
        } else if (!isUnderstood(text)) {
            problems.add("postgres.url has parameters that the driver cannot read");
        }
        return url;
    }

    /// Whether a driver takes it. What none takes is quoted by the driver's manager, parameters and all.
    private static boolean isUnderstood(String url) {
        try {
            DriverManager.getDriver(url);
            return true;
        } catch (SQLException e) {
            return false;
        }
    }

    private String bootstrapServers() {
        String text = required("kafka.bootstrap-servers", ADDRESS + ", or several separated by commas");
        if (!text.isEmpty()
                && Stream.of(text.split(","))
                        .anyMatch(each -> HostPort.of(each.strip()).isEmpty())) {
            problems.add("kafka.bootstrap-servers must be " + ADDRESS + ", or several separated by commas, but is '"
                    + text + "'");
        }
        return text.replace(" ", "");
    }

    private Map<String, String> kafkaClient() {
        var found = new TreeMap<String, String>();
        values.forEach((key, value) -> {
            if (key.startsWith(CLIENT)) {
                found.put(key.substring(CLIENT.length()), value);
            }
        });
        String protocol = found.getOrDefault("security.protocol", "PLAINTEXT");
        if (!PROTOCOLS.contains(protocol)) {
            problems.add("kafka.client.security.protocol must be one of " + String.join(", ", PROTOCOLS) + ", but is '"
                    + protocol + "'");
        }
        for (String location : List.of("ssl.truststore.location", "ssl.keystore.location")) {
            String path = found.get(location);
            if (path != null && !Files.isReadable(Path.of(path))) {
                problems.add(CLIENT + location + " names a file that cannot be read");
            }
        }
        return found;
    }

    private Optional<HostPort> toxiproxy() {
        String url = values.get(TOXIPROXY);
        if (url == null) {
            return Optional.empty();
        }
        var address = HostPort.of(url.replaceFirst("^http://", "").replaceFirst("/$", ""));
        if (!url.startsWith("http://") || address.isEmpty()) {
            problems.add(TOXIPROXY + " must be http://host:port");
        }
        return address;
    }

    private Map<String, ExternalSettings.Link> links() {
        var names = new TreeSet<String>();
        values.keySet().forEach(key -> {
            Matcher matcher = LINK_KEY.matcher(key);
            if (matcher.matches()) {
                names.add(matcher.group("name"));
            }
        });
        if (!names.isEmpty() && !values.containsKey(TOXIPROXY)) {
            problems.add(TOXIPROXY + " is missing: without a Toxiproxy there is no link." + names.first());
        }
        if (names.isEmpty() && values.containsKey(TOXIPROXY)) {
            problems.add("link.kafka-1.listen is missing: a Toxiproxy is of use only with a link");
        }
        var links = new TreeMap<String, ExternalSettings.Link>();
        for (String name : names) {
            HostPort listen = address(LINK + name + ".listen", null);
            HostPort upstream = address(LINK + name + ".upstream", null);
            links.put(name, new ExternalSettings.Link(listen, upstream, address(LINK + name + ".address", listen)));
        }
        return links;
    }

    private HostPort address(String key, @Nullable HostPort fallback) {
        if (fallback != null && !values.containsKey(key)) {
            return fallback;
        }
        String text = required(key, ADDRESS);
        return HostPort.of(text).orElseGet(() -> {
            if (!text.isEmpty()) {
                problems.add("%s must be %s, but is '%s'".formatted(key, ADDRESS, text));
            }
            return new HostPort("?", 0);
        });
    }
}

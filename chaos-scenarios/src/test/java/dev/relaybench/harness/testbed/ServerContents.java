package dev.relaybench.harness.testbed;

import eu.rekawek.toxiproxy.Proxy;
import eu.rekawek.toxiproxy.ToxiproxyClient;
import eu.rekawek.toxiproxy.model.Toxic;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.Statement;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.admin.Admin;

/// Everything by name that servers hold, to be compared before and after.
record ServerContents(Set<String> databases, Set<String> topics, Set<String> proxies) {
    static ServerContents of(Guest guest) throws Exception {
        return new ServerContents(databases(guest), topics(guest), proxies(guest));
    }

    private static Set<String> databases(Guest guest) throws Exception {
        Set<String> found = new TreeSet<>();
        Postgres postgres = guest.testbed().postgres();
        try (Connection connection = DriverManager.getConnection(
                        postgres.jdbcUrl("postgres"), postgres.user(), postgres.password());
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery("SELECT datname FROM pg_database")) {
            while (rows.next()) {
                found.add(rows.getString(1));
            }
        }
        return found;
    }

    private static Set<String> topics(Guest guest) throws Exception {
        String bootstrap = guest.testbed().kafka().bootstrapDirect();
        try (Admin admin = Admin.create(Map.of("bootstrap.servers", bootstrap))) {
            return new TreeSet<>(admin.listTopics().names().get(30, TimeUnit.SECONDS));
        }
    }

    /// With their toxics and whether they are closed.
    private static Set<String> proxies(Guest guest) throws Exception {
        Set<String> found = new TreeSet<>();
        for (Proxy proxy : toxiproxy(guest).getProxies()) {
            List<String> toxics =
                    proxy.toxics().getAll().stream().map(Toxic::getName).toList();
            found.add(proxy.getName() + " " + toxics + " " + proxy.isEnabled());
        }
        return found;
    }

    static ToxiproxyClient toxiproxy(Guest guest) {
        HostPort api = HostPort.of(
                        guest.plain().getOrDefault("toxiproxy.url", "").replace("http://", ""))
                .orElseThrow();
        return new ToxiproxyClient(api.host(), api.port());
    }
}

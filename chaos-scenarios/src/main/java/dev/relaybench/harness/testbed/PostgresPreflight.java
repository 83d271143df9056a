package dev.relaybench.harness.testbed;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Instant;
import java.time.InstantSource;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// Finds out before a run whether somebody's PostgreSQL lets it happen; makes nothing but one database, and drops it.
final class PostgresPreflight {
    private static final int OLDEST_VERSION = 13;
    /// Off, a crash may lose what was committed, and a relay is blamed for it.
    private static final List<String> SAFETY = List.of("fsync", "full_page_writes", "synchronous_commit");

    private static final List<String> REPORTED = List.of(
            "fsync",
            "full_page_writes",
            "synchronous_commit",
            "track_commit_timestamp",
            "wal_level",
            "max_connections");
    /// A role that turns into another at its login may not see its own connection.
    private static final String TLS =
            "SELECT coalesce((SELECT CASE WHEN ssl THEN version ELSE 'off' END FROM pg_stat_ssl"
                    + " WHERE pid = pg_backend_pid()), '?')";

    private static final String NO_PERMISSION = "42501";

    private final PostgresLogin login;
    private final ExternalPostgres postgres;
    private final InstantSource clock;
    private final Notices notices;

    PostgresPreflight(PostgresLogin login, ExternalPostgres postgres, InstantSource clock, Notices notices) {
        this.login = login;
        this.postgres = postgres;
        this.clock = clock;
        this.notices = notices;
    }

    /// Checks one thing after another, the most basic first.
    ///
    /// @return what the server says of itself
    /// @throws TestbedException in one sentence, if a run is impossible here
    Map<String, String> check() {
        Map<String, String> found = new LinkedHashMap<>();
        try (Connection connection = login.connect()) {
            requireVersion(connection);
            try (Statement statement = connection.createStatement()) {
                found.put("version", setting(statement, "server_version"));
                requireWritable(statement);
                for (String name : REPORTED) {
                    found.put(name, setting(statement, name));
                }
                requireCommitTimes(found);
                noteSafety(found);
                found.put("tls", ask(statement, TLS));
                notices.leftovers("database", names(statement));
                ClockSkew skew = skew(statement);
                found.put("clock-skew-ms", skew.required(login.name()));
                notices.vague(login.name(), skew);
            }
        } catch (SQLException e) {
            throw login.secrets()
                    .failure(
                            login.name() + " cannot be used (" + login.secrets().reason(e)
                                    + "): correct the settings postgres.*.",
                            e);
        }
        tryDatabase();
        return found;
    }

    /// The driver knows the version from the login: a question might already be beyond an old server.
    private void requireVersion(Connection connection) throws SQLException {
        if (connection.getMetaData().getDatabaseMajorVersion() < OLDEST_VERSION) {
            throw new TestbedException(login.name() + " is version "
                    + connection.getMetaData().getDatabaseProductVersion() + ": upgrade it to " + OLDEST_VERSION
                    + " or newer.");
        }
    }

    private void requireWritable(Statement statement) throws SQLException {
        if (ask(statement, "SELECT pg_is_in_recovery()::text").equals("true")) {
            throw new TestbedException(
                    login.name() + " is a standby, which takes no writes: name the primary in" + " postgres.url.");
        }
        if (setting(statement, "default_transaction_read_only").equals("on")) {
            throw new TestbedException(login.name() + " has default_transaction_read_only = on for user "
                    + login.database().user() + ": switch it off, or use another user.");
        }
    }

    private void requireCommitTimes(Map<String, String> found) {
        if (!"on".equals(found.get("track_commit_timestamp"))) {
            throw new TestbedException(login.name() + " has track_commit_timestamp = off, and commit times are what"
                    + " results count from: set it to on and restart the server.");
        }
    }

    private void noteSafety(Map<String, String> found) {
        List<String> off = new ArrayList<>();
        SAFETY.stream().filter(name -> "off".equals(found.get(name))).forEach(off::add);
        if (!off.isEmpty()) {
            notices.add(login.name() + " runs with " + String.join(", ", off)
                    + " switched off: after a crash it may lose what it has committed.");
        }
    }

    private static List<String> names(Statement statement) throws SQLException {
        List<String> names = new ArrayList<>();
        try (ResultSet rows = statement.executeQuery("SELECT datname FROM pg_database")) {
            while (rows.next()) {
                names.add(rows.getString(1));
            }
        }
        return OwnNames.among(names);
    }

    private ClockSkew skew(Statement statement) throws SQLException {
        var best = ClockSkew.UNKNOWN;
        for (int i = 0; i < ClockSkew.ATTEMPTS; i++) {
            Instant before = clock.instant();
            Instant there;
            try (ResultSet row = statement.executeQuery("SELECT clock_timestamp()")) {
                row.next();
                there = row.getObject(1, OffsetDateTime.class).toInstant();
            }
            best = best.orBetter(ClockSkew.measured(before, there, clock.instant()));
        }
        return best;
    }

    private static String setting(Statement statement, String name) throws SQLException {
        return ask(statement, "SELECT current_setting('" + name + "')");
    }

    private static String ask(Statement statement, String sql) throws SQLException {
        try (ResultSet row = statement.executeQuery(sql)) {
            row.next();
            return String.valueOf(row.getString(1));
        }
    }

    /// Everything that a run does, once: create, write, read the commit time, drop although somebody is connected.
    private void tryDatabase() {
        String name = OwnNames.probe();
        try {
            postgres.createDatabase(name);
        } catch (TestbedException e) {
            throw isPermission(e)
                    ? new TestbedException(login.name() + " does not let user "
                            + login.database().user() + " create databases: ALTER ROLE "
                            + login.database().user() + " CREATEDB.")
                    : e;
        }
        PostgresLogin own = login.at(login.url().withDatabase(name));
        try (Connection connection = own.connect();
                Statement statement = connection.createStatement()) {
            statement.execute("CREATE TABLE probe (id int PRIMARY KEY)");
            statement.execute("INSERT INTO probe VALUES (1)");
            ask(statement, "SELECT pg_xact_commit_timestamp(xmin) FROM probe");
            drop(name);
        } catch (SQLException e) {
            throw login.secrets()
                    .failure(
                            login.name() + " does not let user "
                                    + login.database().user()
                                    + " write to a database of its own ("
                                    + login.secrets().reason(e)
                                    + "): grant what is missing.",
                            e);
        }
    }

    private void drop(String name) {
        try {
            postgres.dropDatabase(name);
        } catch (TestbedException e) {
            throw isPermission(e)
                    ? new TestbedException(login.name() + " does not let user "
                            + login.database().user()
                            + " end the connections to its own databases: GRANT pg_signal_backend TO "
                            + login.database().user() + ".")
                    : e;
        }
    }

    private static boolean isPermission(TestbedException failure) {
        return failure.getCause() instanceof SQLException cause && NO_PERMISSION.equals(cause.getSQLState());
    }
}

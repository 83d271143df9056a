package dev.relaybench.harness.testbed;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.security.SecureRandom;
import java.util.Base64;
import java.util.List;

/// A fresh database cluster, made once by `initdb` and copied for each testbed: a copy costs a tenth of the making.
///
/// @param directory holds `data` and the superuser's `password`, which is random and stays on this machine
record PostgresTemplate(Path directory) {
    static final String SUPERUSER = "postgres";
    /// The file of settings that a start writes into the data directory.
    static final String SETTINGS_FILE = "relaybench.conf";
    /// To be raised with each change here: an older template is then left alone.
    private static final String EDITION = "1";

    private static final int PASSWORD_BYTES = 18;

    /// A password that nobody guesses.
    static String newPassword() {
        byte[] random = new byte[PASSWORD_BYTES];
        new SecureRandom().nextBytes(random);
        return Base64.getUrlEncoder().encodeToString(random);
    }

    static PostgresTemplate prepare(PostgresBinaries binaries, ServerUser user, CacheDirectory cache) {
        user.mustReach(binaries.program("initdb"));
        String owner = user.owner().orElse("own").replace(':', '-');
        String name = "cluster-" + binaries.version() + "-" + owner + "-" + EDITION;
        return new PostgresTemplate(cache.get(name, draft -> initialize(draft, binaries, user)));
    }

    private static void initialize(Path draft, PostgresBinaries binaries, ServerUser user) throws IOException {
        Path password = draft.resolve("password");
        Files.createFile(password);
        Files.setPosixFilePermissions(password, java.nio.file.attribute.PosixFilePermissions.fromString("rw-------"));
        Files.writeString(password, newPassword());
        user.own(draft);
        Command initdb = Command.run(user.command(List.of(
                binaries.program("initdb").toString(),
                "--pgdata=" + draft.resolve("data"),
                "--username=" + SUPERUSER,
                "--pwfile=" + password,
                "--auth=scram-sha-256",
                "--encoding=UTF8",
                "--no-locale",
                "--no-sync",
                "--no-instructions")));
        if (!initdb.succeeded()) {
            throw new TestbedException("PostgreSQL's initdb failed (" + initdb.lastLine()
                    + "): free disk space, or choose another environment by --env.");
        }
        Files.writeString(
                draft.resolve("data/postgresql.conf"),
                "\ninclude '" + SETTINGS_FILE + "'\n",
                StandardCharsets.UTF_8,
                StandardOpenOption.APPEND);
    }

    void copyTo(Path data, ServerUser user) {
        try {
            Trees.copy(directory.resolve("data"), data);
        } catch (IOException e) {
            throw new TestbedException(
                    "%s cannot be written (%s): free space or choose another work directory.".formatted(data, e), e);
        }
        user.own(data);
    }

    String password() {
        try {
            return Files.readString(directory.resolve("password"));
        } catch (IOException e) {
            throw new TestbedException("PostgreSQL's template is damaged: delete " + directory + ".", e);
        }
    }
}

package dev.relaybench.harness.testbed;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.util.Base64;
import java.util.List;
import org.assertj.core.api.Assertions;

/// A certificate for 127.0.0.1 that nobody has signed, in the forms that Kafka and PostgreSQL read.
///
/// @param keyStore PKCS 12, with the key
/// @param trustStore PKCS 12, with the certificate alone
/// @param certificate PEM
/// @param key PEM
record Certificates(Path keyStore, Path trustStore, Path certificate, Path key) {
    static final String PASSWORD = "store-secret-3f9c";

    static Certificates make(Path directory) throws IOException, GeneralSecurityException {
        var made = new Certificates(
                directory.resolve("server.p12"),
                directory.resolve("trust.p12"),
                directory.resolve("server.crt"),
                directory.resolve("server.key"));
        keytool(
                List.of("-genkeypair", "-alias", "server", "-keyalg", "EC", "-dname", "CN=relaybench test"),
                List.of("-ext", "SAN=ip:127.0.0.1", "-keystore", made.keyStore.toString()));
        keytool(
                List.of("-exportcert", "-rfc", "-alias", "server", "-file", made.certificate.toString()),
                List.of("-keystore", made.keyStore.toString()));
        keytool(
                List.of("-importcert", "-noprompt", "-alias", "server", "-file", made.certificate.toString()),
                List.of("-keystore", made.trustStore.toString()));
        made.writeKey();
        return made;
    }

    private void writeKey() throws IOException, GeneralSecurityException {
        KeyStore store = KeyStore.getInstance("PKCS12");
        try (InputStream in = Files.newInputStream(keyStore)) {
            store.load(in, PASSWORD.toCharArray());
        }
        String text = Base64.getMimeEncoder()
                .encodeToString(store.getKey("server", PASSWORD.toCharArray()).getEncoded());
        Files.createFile(key, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
        Files.writeString(key, "-----BEGIN PRIVATE KEY-----\n" + text + "\n-----END PRIVATE KEY-----\n");
    }

    private static void keytool(List<String> what, List<String> where) {
        var command = new java.util.ArrayList<String>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "keytool").toString());
        command.addAll(what);
        command.addAll(where);
        command.addAll(List.of("-storetype", "PKCS12", "-storepass", PASSWORD));
        Command done = Command.run(command);
        Assertions.assertThat(done.exitCode()).as(done.lastLine()).isZero();
    }
}

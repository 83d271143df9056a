package dev.relaybench.harness.testbed;

import java.io.IOException;
import java.net.Socket;
import java.security.GeneralSecurityException;
import java.security.cert.X509Certificate;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.TrustManager;
import javax.net.ssl.X509ExtendedTrustManager;

/// TLS for finding out whether somebody speaks it. Whoever answers is believed, so nothing secret may be said.
final class Tls {
    private Tls() {}

    /// @param connection connected already; closed with the socket that is returned
    static SSLSocket trustingAnybody(Socket connection, HostPort address) throws IOException {
        try {
            SSLContext context = SSLContext.getInstance("TLS");
            context.init(null, new TrustManager[] {new Anybody()}, null);
            return (SSLSocket)
                    context.getSocketFactory().createSocket(connection, address.host(), address.port(), true);
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("Every Java speaks TLS", e);
        }
    }

    private static final class Anybody extends X509ExtendedTrustManager {
        @Override
        public void checkClientTrusted(X509Certificate[] chain, String kind) {}

        @Override
        public void checkClientTrusted(X509Certificate[] chain, String kind, Socket socket) {}

        @Override
        public void checkClientTrusted(X509Certificate[] chain, String kind, SSLEngine engine) {}

        @Override
        public void checkServerTrusted(X509Certificate[] chain, String kind) {}

        @Override
        public void checkServerTrusted(X509Certificate[] chain, String kind, Socket socket) {}

        @Override
        public void checkServerTrusted(X509Certificate[] chain, String kind, SSLEngine engine) {}

        @Override
        public X509Certificate[] getAcceptedIssuers() {
            return new X509Certificate[0];
        }
    }
}

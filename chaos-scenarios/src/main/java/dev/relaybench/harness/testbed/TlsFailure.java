package dev.relaybench.harness.testbed;

/// Why a TLS handshake failed, in words that tell the three usual causes apart.
final class TlsFailure {
    private TlsFailure() {}

    static String reason(Throwable failure) {
        for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
            String message = String.valueOf(cause.getMessage());
            if (message.contains("PKIX") || message.contains("unable to find valid certification path")) {
                return "its certificate is not trusted here";
            }
            if (message.contains("subject alternative")
                    || message.contains("hostname")
                    || message.contains("No name")) {
                return "its certificate is for another host";
            }
            if (message.contains("certificate_required") || message.contains("bad_certificate")) {
                return "it wants a certificate of the client";
            }
        }
        return "the two sides do not agree";
    }
}

package dev.relaybench.harness.testbed;

/// The images of the environment `containers`. Each may be another one that behaves as the official one does.
///
/// @param postgres one like `postgres`
/// @param kafka one like `apache/kafka`
/// @param toxiproxy one like `ghcr.io/shopify/toxiproxy`
/// @param pull when to ask the registry for them
public record ContainerImages(String postgres, String kafka, String toxiproxy, PullPolicy pull) {
    public static final String POSTGRES = "postgres:17.5";
    public static final String KAFKA = "apache/kafka:4.3.1";
    public static final String TOXIPROXY = "ghcr.io/shopify/toxiproxy:2.12.0";

    /// When an image is pulled.
    public enum PullPolicy {
        /// When the engine does not have it.
        MISSING,
        /// Before each start.
        ALWAYS,
        /// Not at all: one that the engine does not have is an error.
        NEVER
    }

    /// The official images, in versions that the suite was made with.
    public static ContainerImages official() {
        return new ContainerImages(POSTGRES, KAFKA, TOXIPROXY, PullPolicy.MISSING);
    }

    public ContainerImages withPull(PullPolicy policy) {
        return new ContainerImages(postgres, kafka, toxiproxy, policy);
    }
}

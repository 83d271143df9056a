package dev.relaybench.chaos;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.TimeUnit;

/// The commit that this harness was built from, for manifests.
final class SourceCommit {
    private static final String UNKNOWN = "unknown";

    private SourceCommit() {}

    /// The commit of the working directory; `unknown` outside a checkout or without git.
    static String current() {
        try {
            Process git = new ProcessBuilder("git", "describe", "--always", "--dirty", "--abbrev=12")
                    .redirectError(ProcessBuilder.Redirect.DISCARD)
                    .start();
            String commit = new String(git.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
            boolean ended = git.waitFor(5, TimeUnit.SECONDS);
            return ended && git.exitValue() == 0 && !commit.isEmpty() ? commit : UNKNOWN;
        } catch (IOException e) {
            return UNKNOWN;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return UNKNOWN;
        }
    }
}

package dev.relaybench.relay.settings;

import java.util.List;

/// The settings cannot be used. The message is one sentence for people that names every offending key.
public final class SettingsException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    SettingsException(String where, List<String> problems) {
        super(where + ": " + String.join("; ", problems) + ".");
    }

    SettingsException(String message, Throwable cause) {
        super(message, cause);
    }
}

package dev.relaybench.relay.main;

import dev.relaybench.relay.settings.EventSettings;
import dev.relaybench.relay.settings.EventSettings.Mode;
import dev.relaybench.relay.settings.RelaySettings;
import dev.relaybench.relay.settings.WakeSettings.Transport;
import java.util.LinkedHashMap;
import java.util.Map;

/// Settings whose system is not there yet. To take them and do something else would be worse than to refuse them.
final class MissingSystems {
    private MissingSystems() {}

    /// Does nothing if all that is asked for is there.
    ///
    /// @throws StartupException naming what is not
    static void refuse(RelaySettings settings) throws StartupException {
        EventSettings events = settings.events();
        Map<String, Boolean> asked = new LinkedHashMap<>();
        asked.put("relay.publish-mode", events.mode() != Mode.OUTBOX);
        asked.put("wake.transport", settings.wake().transport() != Transport.NONE);
        asked.put("consumer.topic", settings.consumer().topic().isPresent());
        for (Map.Entry<String, Boolean> key : asked.entrySet()) {
            if (key.getValue()) {
                throw new StartupException(key.getKey() + " is set to what this relay cannot do yet: leave it out");
            }
        }
    }
}

package dev.relaybench.chaos.sabotage;

import dev.relaybench.relay.main.RelayMain;

/// Main class of a sabotaged relay's process; a system property says which.
public final class SabotageMain {
    static final String NAME_PROPERTY = "relaybench.sabotage";

    private SabotageMain() {}

    /// Runs until the process is told to stop.
    ///
    /// @param args the properties file
    public static void main(String[] args) throws InterruptedException {
        String name = System.getProperty(NAME_PROPERTY, "");
        var sabotage = Sabotage.installed().stream()
                .filter(candidate -> candidate.name().equals(name))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("there is no sabotage named \"" + name + "\""));
        System.exit(RelayMain.run(args, sabotage.wiring()));
    }
}

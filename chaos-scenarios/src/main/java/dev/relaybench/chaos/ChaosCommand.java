package dev.relaybench.chaos;

import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/// `relaybench chaos`: everything about scenarios.
@Command(
        name = "chaos",
        description = "Injects faults into a relay and measures its recovery.",
        subcommands = {ChaosRunCommand.class, ChaosListCommand.class, ChaosCheckCommand.class})
final class ChaosCommand implements Runnable {
    @Spec
    private @Nullable CommandSpec spec;

    @Override
    public void run() {
        if (spec != null) {
            throw new ParameterException(spec.commandLine(), "Say what: chaos run, chaos list or chaos check.");
        }
    }
}

package dev.relaybench.chaos;

import dev.relaybench.chaos.sabotage.Sabotage;
import dev.relaybench.harness.Plan;
import dev.relaybench.harness.Scenario;
import dev.relaybench.harness.expect.Timings;
import dev.relaybench.harness.testbed.Capability;
import dev.relaybench.relay.spi.RelayAdapter;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;

/// `relaybench chaos list`: what there is.
@Command(name = "list", description = "Lists scenarios, relays and sabotaged relays.")
final class ChaosListCommand implements Callable<Integer> {
    @Override
    public Integer call() {
        System.out.println("Scenarios");
        for (Scenario scenario : Scenario.installed()) {
            Plan plan = scenario.plan(Timings.DEFAULTS);
            System.out.printf("  %-24s %s%n", scenario.name(), plan.title());
            System.out.printf(
                    "  %-24s promise: %s, from %s%n",
                    "", plan.bound().formula(), plan.bound().origin().words());
            System.out.printf(
                    "  %-24s needs: %s%n",
                    "", plan.fault().needs().stream().map(Capability::words).collect(Collectors.joining(", ")));
        }
        System.out.println("Relays");
        for (RelayAdapter relay : Relays.adapters()) {
            System.out.printf("  %-24s %s%n", relay.name(), relay.description());
        }
        System.out.println("Sabotaged relays, which have to be caught");
        for (Sabotage sabotage : Sabotage.installed()) {
            System.out.printf("  %-24s %s%n", sabotage.name(), sabotage.description());
        }
        return ExitCode.HELD;
    }
}

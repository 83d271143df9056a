package dev.relaybench.harness.fault;

import dev.relaybench.harness.testbed.Capability;
import eu.rekawek.toxiproxy.Proxy;
import eu.rekawek.toxiproxy.model.Toxic;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/// Faults on the link between relay and broker: toxics go on, a probe of the link shows that they act, and after their
/// removal a probe shows that they are gone.
abstract class BrokerLinkFault implements Fault {
    @Override
    public final Set<Capability> needs() {
        return Set.of(Capability.BROKER_LINK);
    }

    /// A healthy link answers in a millisecond; this long without an answer is not slowness.
    private static final Duration PROBE_LIMIT = Duration.ofSeconds(1);

    /// Puts the toxics on.
    abstract List<Toxic> poison(Proxy link) throws IOException;

    /// Whether this is how long a request takes through a link with the fault.
    ///
    /// @param answer empty if there was none within the limit
    abstract boolean showsIn(Optional<Duration> answer);

    @Override
    public final Injection inject(FaultTarget target) throws Exception {
        List<Toxic> toxics = new ArrayList<>();
        for (Proxy link : target.brokerLinks()) {
            toxics.addAll(poison(link));
        }
        var answers = target.probeBrokerLinks(probeLimit());
        boolean bit = !answers.isEmpty() && answers.stream().allMatch(this::showsIn);
        return Injections.until(
                bit, Map.of("request through the faulty link", words(answers)), () -> heal(target, toxics));
    }

    /// How long a probe of the faulty link may take.
    Duration probeLimit() {
        return PROBE_LIMIT;
    }

    private Injection.Healing heal(FaultTarget target, List<Toxic> toxics) throws IOException {
        for (Toxic toxic : toxics) {
            toxic.remove();
        }
        Instant healedAt = Instant.now();
        var answers = target.probeBrokerLinks(PROBE_LIMIT);
        return new Injection.Healing(
                healedAt,
                answers.stream().allMatch(Optional::isPresent),
                Map.of("request through the healed link", words(answers)));
    }

    private static String words(List<Optional<Duration>> answers) {
        return answers.stream()
                .map(answer -> answer.map(time -> "answered after %.1f ms".formatted(time.toNanos() / 1e6))
                        .orElse("no answer"))
                .collect(Collectors.joining(", "));
    }
}

package dev.relaybench.harness.fault;

import static org.assertj.core.api.Assertions.assertThat;

import dev.relaybench.harness.testbed.Capability;
import java.time.Duration;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// The evidence tells a fault that bit from one that did not, and a cluster that healed from one that did not.
class BrokerProcessFaultsTest {
    private static final Duration DELAY = Duration.ofMillis(1);

    @ParameterizedTest
    @MethodSource("faultsThatFindRequestsOnTheirWay")
    void doesNotBiteWhenNothingIsOnItsWay(Fault fault) throws Exception {
        assertThat(fault.inject(FakeBrokers.sound().idle()).bit()).isFalse();
        assertThat(fault.needs()).contains(Capability.BROKER_LINK);
    }

    static Stream<Fault> faultsThatFindRequestsOnTheirWay() {
        return faults().filter(fault -> !(fault instanceof BrokersKill));
    }

    @ParameterizedTest
    @MethodSource("faults")
    void bitesOnAClusterThatNoticesAndHealsOnceAllAreInSync(Fault fault) throws Exception {
        FakeBrokers cluster = FakeBrokers.sound();

        Injection injection = fault.inject(cluster);

        assertThat(injection.bit()).as(injection.evidence().toString()).isTrue();
        assertThat(injection.heal().confirmed()).isTrue();
        assertThat(cluster.partitions()).allMatch(each -> each.isWhole());
    }

    @ParameterizedTest
    @MethodSource("faults")
    void doesNotBiteOnAClusterThatGoesOnUnharmed(Fault fault) throws Exception {
        assertThat(fault.inject(FakeBrokers.unharmed()).bit()).isFalse();
    }

    @ParameterizedTest
    @MethodSource("faults")
    void doesNotBiteWhileTheProcessIsThere(Fault fault) throws Exception {
        assertThat(fault.inject(FakeBrokers.immortal()).bit()).isFalse();
    }

    @ParameterizedTest
    @MethodSource("faults")
    void needsThreeBrokersWhoseProcessesMayBeEnded(Fault fault) {
        assertThat(fault.needs()).contains(Capability.THREE_BROKERS, Capability.BROKER_PROCESS);
    }

    @Test
    void oneBrokerKilledLeavesEnoughInSyncAndSoDoesNotBite() throws Exception {
        Injection injection = new BrokersKill(1).inject(FakeBrokers.sound());

        assertThat(injection.bit()).isFalse();
        assertThat(injection.evidence()).containsEntry("probe without the brokers", Brokers.TAKEN);
    }

    @Test
    void isNotHealedWhileAReplicaIsNotInSync() throws Exception {
        assertThat(new BrokersKill(2).inject(FakeBrokers.lame()).heal().confirmed())
                .isFalse();
        assertThat(new BrokerRollingRestart(DELAY)
                        .inject(FakeBrokers.lame())
                        .heal()
                        .confirmed())
                .isFalse();
    }

    @Test
    void countsFromTheLastLookThatSawTooFewInSync() throws Exception {
        Injection.Healing healing =
                new BrokersKill(2).inject(FakeBrokers.sound()).heal();

        assertThat(healing.at()).isEqualTo(FakeBrokers.NOT_YET);
    }

    @Test
    void saysWhichLeaderFollowedWhich() throws Exception {
        assertThat(new BrokerLeaderKill(DELAY).inject(FakeBrokers.sound()).evidence())
                .containsEntry("leader of partition 0", "from 1 to 2")
                .containsEntry("partitions without the broker", "0: leader 2, in sync [2, 3]");
    }

    static Stream<Fault> faults() {
        return Stream.of(
                new BrokerLeaderKill(DELAY),
                new BrokerStop(DELAY),
                new BrokersKill(2),
                new BrokerRollingRestart(DELAY));
    }
}

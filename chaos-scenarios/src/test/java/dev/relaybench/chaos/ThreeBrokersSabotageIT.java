package dev.relaybench.chaos;

import dev.relaybench.harness.expect.Anomaly;
import dev.relaybench.harness.testbed.Testbed;
import java.util.stream.Stream;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/// The sabotaged relays through the scenarios that have to catch them and take three brokers.
@ExtendWith(SharedThreeBrokers.class)
class ThreeBrokersSabotageIT {
    @ParameterizedTest
    @MethodSource("matrix")
    void isCaught(String sabotage, String scenario, Anomaly anomaly, Testbed testbed) throws Exception {
        SabotageIT.assertCaught(SharedThreeBrokers.run(testbed, sabotage, scenario), anomaly);
    }

    static Stream<Arguments> matrix() {
        return SabotageIT.matrix(SharedThreeBrokers::needs);
    }
}

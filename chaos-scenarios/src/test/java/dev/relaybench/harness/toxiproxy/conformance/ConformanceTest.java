package dev.relaybench.harness.toxiproxy.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicContainer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.parallel.Isolated;

/// The embedded server goes through the suite that every other server may go through.
@Isolated("cases judge times, and some of them keep the processor busy")
class ConformanceTest {
    @TestFactory
    Stream<DynamicContainer> embeddedServerDoesAsTheRealOne() {
        return CaseGroup.installed().stream().map(Embedded::tests);
    }

    @Test
    void holdsAllRecordedRequests() {
        Map<String, List<RecordedRequest>> groups = RecordedRequest.groups();

        assertThat(groups).hasSize(22);
        assertThat(groups.values().stream().mapToInt(List::size).sum()).isEqualTo(367);
    }

    @Test
    void findsEveryGroupAndTellsItsCasesApart() {
        List<CaseGroup> groups = CaseGroup.installed();

        assertThat(groups)
                .extracting(CaseGroup::name)
                .doesNotHaveDuplicates()
                .contains("http", "plain", "proxy changes", "several toxics", "toxicity")
                .contains("latency", "bandwidth", "slow_close", "timeout", "reset_peer", "slicer", "limit_data");
        assertThat(groups)
                .allSatisfy(group -> assertThat(group.cases())
                        .extracting(ConformanceCase::sentence)
                        .isNotEmpty()
                        .doesNotHaveDuplicates());
    }
}

package dev.relaybench.relay.consumer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class WorkStateTest {
    @ParameterizedTest
    @CsvSource({"WAIT, EXCN", "EXCN, EXCN", "EXCN, SCS", "EXCN, FAIL"})
    void legalTransitionsLeadToTheirTarget(WorkState from, WorkState to) {
        assertThat(from.to(to)).isEqualTo(to);
    }

    @ParameterizedTest
    @CsvSource({"WAIT, WAIT", "WAIT, SCS", "WAIT, FAIL", "EXCN, WAIT"})
    void illegalTransitionsAreRefused(WorkState from, WorkState to) {
        assertThatThrownBy(() -> from.to(to))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("from " + from + " to " + to);
    }

    @ParameterizedTest
    @CsvSource({
        "SCS, WAIT", "SCS, EXCN", "SCS, SCS", "SCS, FAIL",
        "FAIL, WAIT", "FAIL, EXCN", "FAIL, SCS", "FAIL, FAIL"
    })
    void nothingHappensInATerminalState(WorkState terminal, WorkState to) {
        assertThat(terminal.isTerminal()).isTrue();
        assertThat(terminal.to(to)).isEqualTo(terminal);
    }
}

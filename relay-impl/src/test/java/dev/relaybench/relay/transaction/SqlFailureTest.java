package dev.relaybench.relay.transaction;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.SQLException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SqlFailureTest {
    @ParameterizedTest
    @ValueSource(strings = {"08006", "08003", "57P01", "57014", "40003", "XX000"})
    void leavesTheOutcomeOfACommitOpen(String state) {
        assertThat(SqlFailure.isCertainlyRolledBack(new SQLException("x", state)))
                .isFalse();
    }

    @ParameterizedTest
    @ValueSource(strings = {"40001", "40P01", "23505", "25P02"})
    void knowsThatACommitWasRolledBack(String state) {
        assertThat(SqlFailure.isCertainlyRolledBack(new SQLException("x", state)))
                .isTrue();
    }

    @Test
    void knowsNothingWithoutAState() {
        assertThat(SqlFailure.isCertainlyRolledBack(new SQLException("x"))).isFalse();
        assertThat(SqlFailure.isFaultOfTheData(new SQLException("x"))).isFalse();
    }
}

package dev.relaybench.relay.inbox;

import static dev.relaybench.relay.inbox.InboxState.COMPLETED;
import static dev.relaybench.relay.inbox.InboxState.DEAD;
import static dev.relaybench.relay.inbox.InboxState.DECLINED;
import static dev.relaybench.relay.inbox.InboxState.IN_PROGRESS;
import static dev.relaybench.relay.inbox.InboxState.PENDING;
import static dev.relaybench.relay.inbox.InboxState.RETRIED;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class InboxStateTest {
    private static final Map<InboxState, Set<InboxState>> LEGAL = Map.of(
            PENDING, Set.of(IN_PROGRESS),
            IN_PROGRESS, Set.of(IN_PROGRESS, COMPLETED, DECLINED, RETRIED, DEAD),
            COMPLETED, Set.of(),
            DECLINED, Set.of(),
            RETRIED, Set.of(),
            DEAD, Set.of());

    @ParameterizedTest
    @EnumSource
    void goesWhereItMayAndNowhereElse(InboxState state) {
        for (InboxState next : InboxState.values()) {
            if (LEGAL.getOrDefault(state, Set.of()).contains(next)) {
                assertThat(state.become(next)).isEqualTo(next);
            } else {
                assertThat(state.mayBecome(next)).isFalse();
                assertThatThrownBy(() -> state.become(next))
                        .isInstanceOf(IllegalStateException.class)
                        .hasMessageContaining(state.name())
                        .hasMessageContaining(next.name());
            }
        }
    }

    @Test
    void nothingComesAfterAFinalState() {
        for (InboxState state : InboxState.values()) {
            assertThat(state.isFinal())
                    .isEqualTo(LEGAL.getOrDefault(state, Set.of()).isEmpty());
        }
    }
}

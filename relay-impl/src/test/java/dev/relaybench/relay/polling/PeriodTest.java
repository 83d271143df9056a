package dev.relaybench.relay.polling;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class PeriodTest {
    private static final Instant NOON = Instant.parse("2026-12-01T12:34:56.789Z");
    private static final Duration DAY = Duration.ofDays(1);

    @Test
    void periodsAreAlignedToTheEpoch() {
        assertThat(Period.of(NOON, DAY)).isEqualTo(period("2026-12-01T00:00:00Z", "2026-12-02T00:00:00Z"));
        assertThat(Period.of(NOON, Duration.ofMillis(50)))
                .isEqualTo(period("2026-12-01T12:34:56.750Z", "2026-12-01T12:34:56.800Z"));
    }

    @Test
    void aPeriodBeginsWithItsFirstInstantAndEndsBeforeTheNextOne() {
        Period today = Period.of(Instant.parse("2026-12-01T00:00:00Z"), DAY);

        assertThat(Period.of(today.end(), DAY)).isEqualTo(today.next());
        assertThat(Period.of(today.end().minusNanos(1_000), DAY)).isEqualTo(today);
    }

    @Test
    void timeBeforeTheEpochIsDividedInTheSameWay() {
        assertThat(Period.of(Instant.EPOCH.minusMillis(1), DAY).end()).isEqualTo(Instant.EPOCH);
    }

    @Test
    void neighboursDoNotOverlap() {
        Period today = Period.of(NOON, DAY);

        assertThat(today.overlaps(today)).isTrue();
        assertThat(today.overlaps(today.next())).isFalse();
        assertThat(today.next().overlaps(today)).isFalse();
    }

    @Test
    void namesTellTheStartInTheOrderOfTime() {
        assertThat(Period.of(NOON, DAY).name()).isEqualTo("20261201_000000_000");
        assertThat(Period.of(NOON, Duration.ofMillis(50)).name()).isEqualTo("20261201_123456_750");
    }

    @Test
    void whatIsCoveredIsNotMissing() {
        Period today = Period.of(NOON, DAY);
        Period week = Period.of(NOON, Duration.ofDays(7));

        assertThat(today.behind(List.of())).contains(today);
        assertThat(today.behind(List.of(today.next()))).contains(today);
        assertThat(today.behind(List.of(today))).isEmpty();
        assertThat(today.behind(List.of(week))).isEmpty();
    }

    @Test
    void ofAPeriodThatBeginsCoveredTheEndIsMissing() {
        Period today = Period.of(NOON, DAY);
        Period hour = Period.of(NOON, Duration.ofHours(1));

        assertThat(today.behind(List.of(hour, hour.next())))
                .contains(new Period(hour.next().end(), today.end()));
    }

    @Test
    void whatIsMadeNeverOverlapsWhateverTheLengthsWere() {
        Random random = new Random(1);
        for (int history = 0; history < 200; history++) {
            List<Period> made = new ArrayList<>();
            Instant now = NOON;
            for (int step = 0; step < 30; step++) {
                Duration length = Duration.ofMinutes(1 + random.nextInt(600));
                Period current = Period.of(now, length);
                for (Period wanted : List.of(current, current.next())) {
                    wanted.behind(List.copyOf(made)).ifPresent(period -> {
                        assertThat(made).noneMatch(period::overlaps);
                        assertThat(made).extracting(Period::name).doesNotContain(period.name());
                        made.add(period);
                    });
                }
                Instant moment = now;
                assertThat(made).anyMatch(period -> !moment.isBefore(period.start()) && moment.isBefore(period.end()));
                now = now.plus(Duration.ofMinutes(random.nextInt(300)));
            }
        }
    }

    private static Period period(String start, String end) {
        return new Period(Instant.parse(start), Instant.parse(end));
    }
}

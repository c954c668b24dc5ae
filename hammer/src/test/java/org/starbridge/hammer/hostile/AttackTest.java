package org.starbridge.hammer.hostile;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

class AttackTest {
    private static Attack attack(String... counters) {
        return new Attack("any", Set.of(counters), 0.5, 10, () -> true);
    }

    @Test
    void anAsteriskAtAnEndStandsForAnything() {
        assertThat(Attack.matches("total_x", "total_x")).isTrue();
        assertThat(Attack.matches("total_x", "total_xy")).isFalse();
        assertThat(Attack.matches("total_*", "total_xy")).isTrue();
        assertThat(Attack.matches("*_xy", "total_xy")).isTrue();
        assertThat(Attack.matches("*nack*", "total_nacks_received")).isTrue();
        assertThat(Attack.matches("*nack*", "total_acks")).isFalse();
    }

    @Test
    void attacksThatMayBeCountedUnderOneKeyAreKeptApart() {
        assertThat(attack("a", "b").sharesCountersWith(attack("b", "c"))).isTrue();
        assertThat(attack("a*").sharesCountersWith(attack("ab"))).isTrue();
        assertThat(attack("ab").sharesCountersWith(attack("a*"))).isTrue();
        assertThat(attack("a").sharesCountersWith(attack("b"))).isFalse();
    }

    @Test
    void growthIsWhatTheNamedCountersGained() {
        Map<String, Long> before = Map.of("a", 5L, "b", 1L, "c", 1L);
        Map<String, Long> after = Map.of("a", 7L, "b", 1L, "c", 9L, "d", 4L);
        assertThat(Stats.growth(before, after, Set.of("a", "b", "d*")))
                .containsExactly(Map.entry("a", 2L), Map.entry("d", 4L));
    }
}

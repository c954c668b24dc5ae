package org.starbridge.hammer.bridge;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ThreadUseTest {
    @Test
    void addsUpWhatThreadsOfOneNameUsedMeanwhile() {
        List<ThreadUse> before =
                List.of(new ThreadUse(1, "media-0", 500), new ThreadUse(2, "timer", 20), new ThreadUse(3, "timer", 30));
        List<ThreadUse> after = List.of(
                new ThreadUse(1, "media-0", 800),
                new ThreadUse(2, "timer", 21),
                new ThreadUse(3, "timer", 32),
                new ThreadUse(4, "began since", 7));
        assertThat(ThreadUse.between(before, after)).isEqualTo(Map.of("media-0", 300L, "timer", 3L, "began since", 7L));
    }

    @Test
    void leavesOutWhoEnded() {
        assertThat(ThreadUse.between(List.of(new ThreadUse(1, "gone", 5)), List.of()))
                .isEmpty();
    }

    @Test
    void readsTheThreadsOfAProcess() {
        assertThat(ProcessMeter.of(-1).threads()).isEmpty();
        assertThat(ProcStat.name("4242 (a) (b) S 1 2")).isEqualTo("a) (b");
        assertThat(ProcStat.name("")).isEmpty();
    }
}

package org.starbridge.hammer.hls;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.starbridge.hammer.report.Verdict;

class HlsVerdictTest {
    private static final Times NONE = Times.NONE;

    /** Ten viewers play for a minute: 600 s in all. */
    private static HlsFigures withStalls(int stalls, long stallMs) {
        return new HlsFigures(
                10,
                10,
                0,
                60,
                1_000_000,
                20_000,
                100,
                new TreeMap<>(),
                Map.of(),
                Map.of(),
                NONE,
                NONE,
                NONE,
                NONE,
                stalls,
                stallMs,
                new TreeMap<>(),
                List.of());
    }

    @Test
    void aRunHoldsWithStallsOfLessThanAHundredthOfTheTime() {
        HlsFigures figures = withStalls(3, 5_900);
        assertThat(HlsVerdict.of(figures, List.of()).kind()).isEqualTo(Verdict.Kind.HELD);
        assertThat(figures.lines()).contains("stalls: 3, 5900 ms in total, 0.98 % of the time");
    }

    @Test
    void aRunBreaksWhenViewersStandStillForLonger() {
        Verdict verdict = HlsVerdict.of(withStalls(20, 12_000), List.of());
        assertThat(verdict.kind()).isEqualTo(Verdict.Kind.BROKE);
        assertThat(verdict.sentence())
                .isEqualTo("Broke: 10 viewers, because viewers stalled for 2.0 % of the time (20 stalls),"
                        + " more than 1 %.");
    }
}

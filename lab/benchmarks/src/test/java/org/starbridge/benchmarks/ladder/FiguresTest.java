package org.starbridge.benchmarks.ladder;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.offset;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.List;
import org.junit.jupiter.api.Test;

class FiguresTest {
    private static Figures figures(double user, double system, long lost, boolean saturated) {
        try {
            return Figures.of(new ObjectMapper().readTree("""
                            {"seconds": 2, "packetsReceived": 4000, "couplesExpected": 6, "senderBitrateBps": 500000,
                             "bridgeCpuUserMicrosPerForwardedPacket": %s,
                             "bridgeCpuSystemMicrosPerForwardedPacket": %s,
                             "packetsLost": %d, "hammerSaturated": %s,
                             "bridgeStats": {"difference": {"total_udp_messages_sent_1": 30, "total_udp_messages_sent_2": 10}}}
                            """.formatted(user, system, lost, saturated)));
        } catch (JsonProcessingException e) {
            throw new AssertionError(e);
        }
    }

    @Test
    void readsTheHammersReportAndLeavesOutWhatItDoesNotSay() {
        Figures figures = figures(1, 2, 3, false);
        assertThat(figures.packetsPerSecond()).isEqualTo(2000);
        assertThat(figures.megabitsPerSecond()).isEqualTo(3);
        assertThat(figures.micros()).isEqualTo(3);
        assertThat(figures.lost()).isEqualTo(3);
        assertThat(figures.runsBySize()).containsEntry("1", 30.0).containsEntry("2", 10.0);
        assertThat(figures.allocatedBytes()).isNaN();
        assertThat(figures.delaysMs()).allMatch(delay -> delay.isNaN());
    }

    @Test
    void theMedianIsOfTheRoundsInWhichTheHammerKeptUp() {
        Figures median = Figures.median(List.of(
                figures(9, 9, 50, true), figures(1, 4, 1, false), figures(3, 2, 0, false), figures(2, 3, 2, false)));
        assertThat(median.userMicros()).isEqualTo(2);
        assertThat(median.systemMicros()).isEqualTo(3);
        assertThat(median.lost()).isEqualTo(3);
        assertThat(median.hammerSaturated()).isFalse();
        assertThat(median.runsBySize()).containsEntry("1", 90.0);
    }

    @Test
    void theMedianCostIsOneThatWasMeasured() {
        Figures median =
                Figures.median(List.of(figures(0, 5, 0, false), figures(2, 4, 0, false), figures(3, 1, 0, false)));
        assertThat(median.micros()).as("of 5, 6 and 4").isEqualTo(5);
        assertThat(median.userMicros()).as("a third, of 0, 1/3 and 3/4").isCloseTo(5 / 3.0, offset(1e-9));
    }

    @Test
    void withoutSuchARoundItIsMarked() {
        Figures median = Figures.median(List.of(figures(2, 2, 0, true), figures(4, 4, 0, true)));
        assertThat(median.userMicros()).isEqualTo(3);
        assertThat(median.hammerSaturated()).isTrue();
    }
}

package org.starbridge.control.participant;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.starbridge.control.participant.ConnectionQuality.Measured;

class ConnectionQualityTest {
    @ParameterizedTest
    @CsvSource(textBlock = """
            # lost in, lost out, round trip, jitter, starved -> score
            0,     0,     0,    0,   0,    100
            0.004, 0.005, 150,  20,  0,    100
            0.02,  0,     50,   5,   0,    90
            0,     0.02,  50,   5,   0,    90
            0.02,  0.05,  50,   5,   0,    70
            0.1,   0,     50,   5,   0,    40
            0.5,   0,     0,    0,   0,    0
            1,     1,     0,    0,   0,    0
            0,     0,     225,  0,   0,    95
            0,     0,     600,  0,   0,    60
            0,     0,     9000, 0,   0,    0
            0,     0,     0,    50,  0,    90
            0,     0,     0,    5000, 0,   10
            0,     0,     0,    0,   0.5,  80
            0,     0,     0,    0,   1,    40
            0.02,  0,     300,  50,  0.5,  58
            """)
    void eachThingTakesItsShare(
            double lostIn, double lostOut, double roundTripMs, double jitterMs, double starved, int score) {
        assertThat(ConnectionQuality.score(new Measured(lostIn, lostOut, roundTripMs, jitterMs, starved)))
                .isEqualTo(score);
    }

    @Test
    void nothingThatGetsWorseMakesItBetter() {
        int before = 100;
        for (int i = 0; i <= 1000; i++) {
            int score = ConnectionQuality.score(new Measured(i / 1000.0, 0, i * 5.0, i * 2.0, i / 1000.0));
            assertThat(score).as("step " + i).isBetween(0, before);
            before = score;
        }
    }
}

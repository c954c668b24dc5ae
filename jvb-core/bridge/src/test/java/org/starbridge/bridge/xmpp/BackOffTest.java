package org.starbridge.bridge.xmpp;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Random;
import org.junit.jupiter.api.Test;

class BackOffTest {
    @Test
    void waitsGrowToSixSecondsAndNoFurther() {
        for (long seed = 1; seed <= 100; seed++) {
            BackOff backOff = new BackOff(new Random(seed));
            long mostMs = 500;
            for (int attempt = 0; attempt < 100; attempt++) {
                assertThat(backOff.next())
                        .as("seed %d, attempt %d", seed, attempt)
                        .isBetween(Duration.ofMillis(mostMs / 2), Duration.ofMillis(mostMs));
                mostMs = Math.min(6000, 2 * mostMs);
            }
        }
    }

    @Test
    void successBeginsAnew() {
        BackOff backOff = new BackOff(new Random(1));
        for (int i = 0; i < 10; i++) {
            backOff.next();
        }

        backOff.reset();

        assertThat(backOff.next()).isLessThanOrEqualTo(Duration.ofMillis(500));
    }

    @Test
    void bridgesDoNotComeBackInOneMoment() {
        assertThat(new BackOff(new Random(1)).next()).isNotEqualTo(new BackOff(new Random(2)).next());
    }
}

package org.starbridge.bandwidth.delay;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import org.junit.jupiter.api.Test;

class TrendlineTest {
    private static final long MS = 1_000_000L;

    private final Trendline trendline = new Trendline(TrendlineConfig.defaults());
    private long arrivalNs;

    private void group(long sendDeltaMs, double arrivalDeltaMs) {
        arrivalNs += (long) (arrivalDeltaMs * MS);
        trendline.onDeltas(sendDeltaMs * MS, (long) (arrivalDeltaMs * MS), arrivalNs);
    }

    @Test
    void aQueueThatGrowsIsOveruse() {
        int groups = 0;
        while (trendline.usage() != LinkUsage.OVERUSE && groups < 200) {
            group(10, 11);
            groups++;
        }
        assertThat(groups).isBetween(10, 60);
    }

    @Test
    void aQueueThatShrinksIsUnderuse() {
        for (int i = 0; i < 60; i++) {
            group(10, 9);
        }
        assertThat(trendline.usage()).isEqualTo(LinkUsage.UNDERUSE);
    }

    @Test
    void aQueueThatKeepsItsLengthIsNormal() {
        for (int i = 0; i < 200; i++) {
            group(10, 10);
        }
        assertThat(trendline.usage()).isEqualTo(LinkUsage.NORMAL);
        assertThat(trendline.thresholdMs()).isEqualTo(6);
    }

    @Test
    void jitterIsSeldomOveruse() {
        Random random = new Random(1);
        double sentMs = 0;
        double arrivedMs = 0;
        int overuses = 0;
        for (int i = 0; i < 3000; i++) {
            sentMs += 10;
            double arrivesMs = Math.max(arrivedMs, sentMs + 20 + 10 * Math.clamp(random.nextGaussian(), -2, 2));
            group(10, arrivesMs - arrivedMs);
            arrivedMs = arrivesMs;
            overuses += trendline.usage() == LinkUsage.OVERUSE ? 1 : 0;
        }
        assertThat(overuses).isLessThan(30);
    }

    @Test
    void aStallIsOveruseUntilItDrains() {
        for (int i = 0; i < 100; i++) {
            group(10, 10);
        }
        group(10, 210);
        int overuses = 0;
        for (int i = 0; i < 20; i++) {
            group(10, 0.5);
            overuses += trendline.usage() == LinkUsage.OVERUSE ? 1 : 0;
        }
        assertThat(overuses).isLessThan(12);
    }

    @Test
    void theThresholdStaysWithinItsBounds() {
        Random random = new Random(2);
        for (int i = 0; i < 5000; i++) {
            group(random.nextInt(40), random.nextInt(60));
            assertThat(trendline.thresholdMs()).isBetween(6.0, 600.0);
        }
    }
}

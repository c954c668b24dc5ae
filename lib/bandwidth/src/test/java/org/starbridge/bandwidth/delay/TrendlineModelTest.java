package org.starbridge.bandwidth.delay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The trend against the formulas of the draft, over all delays since the beginning. */
class TrendlineModelTest {
    private static final double MS = 1e6;

    /** Smoothed delays, the slope of the last twenty by covariance and variance, and the adaptive threshold. */
    private static final class Model {
        private final List<double[]> points = new ArrayList<>();
        private double delayMs;
        private double smoothedMs;
        private double slope;
        private double thresholdMs = 12.5;
        private double adaptedAtMs = -1;

        void onGroup(double sendDeltaMs, double arrivalDeltaMs, double atMs) {
            delayMs += arrivalDeltaMs - sendDeltaMs;
            smoothedMs = 0.9 * smoothedMs + 0.1 * delayMs;
            points.add(new double[] {atMs, smoothedMs});
            if (points.size() >= 20) {
                slope();
            }
            if (points.size() >= 2) {
                adapt(Math.abs(comparedMs()), atMs);
            }
        }

        private void slope() {
            List<double[]> last = points.subList(points.size() - 20, points.size());
            double meanX =
                    last.stream().mapToDouble(point -> point[0]).average().orElseThrow();
            double meanY =
                    last.stream().mapToDouble(point -> point[1]).average().orElseThrow();
            double variance = last.stream()
                    .mapToDouble(point -> Math.pow(point[0] - meanX, 2))
                    .sum();
            if (variance > 0) {
                slope = last.stream()
                                .mapToDouble(point -> (point[0] - meanX) * (point[1] - meanY))
                                .sum()
                        / variance;
            }
        }

        double comparedMs() {
            return Math.min(points.size(), 60) * slope * 4;
        }

        private void adapt(double sizeMs, double atMs) {
            if (adaptedAtMs >= 0 && sizeMs - thresholdMs <= 15) {
                double rate = sizeMs < thresholdMs ? 0.039 : 0.0087;
                thresholdMs += rate * (sizeMs - thresholdMs) * Math.min(atMs - adaptedAtMs, 100);
                thresholdMs = Math.max(6, Math.min(600, thresholdMs));
            }
            adaptedAtMs = atMs;
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5})
    void theTrendIsTheSlopeOfTheSmoothedDelays(long seed) {
        Random random = new Random(seed);
        Trendline trendline = new Trendline(TrendlineConfig.defaults());
        Model model = new Model();
        double atMs = 1000;
        double drift = 0;
        for (int i = 0; i < 1500; i++) {
            drift = random.nextInt(50) == 0 ? random.nextDouble() * 0.4 - 0.2 : drift;
            int sendDeltaMs = 5 + random.nextInt(random.nextInt(60) == 0 ? 300 : 15);
            double arrivalDeltaMs = Math.max(0, sendDeltaMs * (1 + drift) + random.nextGaussian() / 4);
            atMs += arrivalDeltaMs;
            trendline.onDeltas((long) (sendDeltaMs * MS), (long) (arrivalDeltaMs * MS), (long) (atMs * MS));
            model.onGroup(sendDeltaMs, (long) (arrivalDeltaMs * MS) / MS, (long) (atMs * MS) / MS);
            String where = "seed " + seed + ", group " + i;
            assertThat(trendline.trend()).as(where).isCloseTo(model.slope, within(1e-6));
            if (i > 0) {
                assertThat(trendline.modifiedTrendMs()).as(where).isCloseTo(model.comparedMs(), within(1e-3));
            }
            assertThat(trendline.thresholdMs()).as(where).isCloseTo(model.thresholdMs, within(1e-3));
            if (trendline.usage() == LinkUsage.UNDERUSE) {
                assertThat(trendline.modifiedTrendMs()).as(where).isNegative();
            }
        }
    }

    private static void groups(
            Trendline trendline, int count, double sendDeltaMs, double arrivalDeltaMs, double fromMs) {
        for (int i = 1; i <= count; i++) {
            trendline.onDeltas((long) (sendDeltaMs * MS), (long) (arrivalDeltaMs * MS), (long)
                    ((fromMs + i * arrivalDeltaMs) * MS));
        }
    }

    @Test
    void afterAResetItIsAsIfNothingHadBeen() {
        Trendline used = new Trendline(TrendlineConfig.defaults());
        groups(used, 80, 10, 12, 0);
        assertThat(used.usage()).isEqualTo(LinkUsage.OVERUSE);
        assertThat(used.isBusy()).isTrue();
        used.reset();
        assertThat(used.usage()).isEqualTo(LinkUsage.NORMAL);
        assertThat(used.isBusy()).isFalse();
        assertThat(used.trend()).isZero();
        assertThat(used.modifiedTrendMs()).isZero();
        assertThat(used.waitMs()).isZero();
        Trendline fresh = new Trendline(TrendlineConfig.defaults());
        for (int i = 0; i < 100; i++) {
            double arrivalDeltaMs = i < 40 ? 10 : 11;
            groups(used, 1, 10, arrivalDeltaMs, 5000 + 20 * i);
            groups(fresh, 1, 10, arrivalDeltaMs, 5000 + 20 * i);
            assertThat(used.usage()).as("group %d", i).isEqualTo(fresh.usage());
            assertThat(used.thresholdMs()).isEqualTo(fresh.thresholdMs());
            assertThat(used.trend()).isEqualTo(fresh.trend());
            assertThat(used.waitMs()).isEqualTo(fresh.waitMs());
        }
        assertThat(fresh.usage()).isEqualTo(LinkUsage.OVERUSE);
    }

    /** One group above the threshold is none: two, and more than 10 ms of sending. */
    @Test
    void overuseLastsForTwoGroupsAndTenMilliseconds() {
        for (double sendDeltaMs : new double[] {4, 5, 7, 12, 25}) {
            Trendline trendline = new Trendline(TrendlineConfig.defaults());
            groups(trendline, 60, sendDeltaMs, sendDeltaMs, 0);
            double atMs = 60 * sendDeltaMs;
            double aboveMs = -1;
            int above = 0;
            for (int i = 0; i < 200 && trendline.usage() != LinkUsage.OVERUSE; i++) {
                double thresholdMs = trendline.thresholdMs();
                groups(trendline, 1, sendDeltaMs, 3 * sendDeltaMs, atMs);
                atMs += 3 * sendDeltaMs;
                if (trendline.modifiedTrendMs() > thresholdMs) {
                    aboveMs = above == 0 ? sendDeltaMs / 2 : aboveMs + sendDeltaMs;
                    above++;
                }
                boolean isOveruse = above > 1 && aboveMs > 10;
                assertThat(trendline.usage() == LinkUsage.OVERUSE)
                        .as("groups of %f ms, %d above for %f ms", sendDeltaMs, above, aboveMs)
                        .isEqualTo(isOveruse);
            }
            assertThat(trendline.usage()).isEqualTo(LinkUsage.OVERUSE);
        }
    }
}

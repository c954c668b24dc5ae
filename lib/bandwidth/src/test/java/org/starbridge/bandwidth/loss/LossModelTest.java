package org.starbridge.bandwidth.loss;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.starbridge.bandwidth.feedback.PacketResults;

/** The likelihood of observations, computed by its definition. */
class LossModelTest {
    private static final long QUARTER_NS = 250_000_000L;
    private static final int SIZE = 1000;

    private final LossConfig config = LossConfig.defaults();
    private final LossObservations observations = new LossObservations(config);
    private final LossModel model = new LossModel(config, observations);
    private final PacketResults results = new PacketResults();
    private long nowNs = QUARTER_NS;

    private void observe(int received, int lost) {
        results.clear();
        for (int i = 0; i < received; i++) {
            results.addReceived(nowNs, i, SIZE, 0, false);
        }
        for (int i = 0; i < lost; i++) {
            results.addLost(nowNs, SIZE);
        }
        results.sortByArrival();
        observations.add(results);
        nowNs += QUARTER_NS;
    }

    private void begin() {
        nowNs = QUARTER_NS;
        results.clear();
        results.addReceived(0, 0, 0, 0, false);
        results.sortByArrival();
        observations.add(results);
    }

    private double likelihood(double bandwidthBps, double loss) {
        double sum = 0;
        for (int i = 0; i < observations.count(); i++) {
            double sent = observations.rateBps(i);
            double excess = Math.max(0, sent - bandwidthBps) / sent;
            double p = Math.clamp(1 - (1 - loss) * (1 - excess), 1e-6, 1 - 1e-6);
            sum += Math.pow(0.9, i)
                    * (observations.lostKb(i) * Math.log(p) + observations.receivedKb(i) * Math.log(1 - p));
        }
        return sum;
    }

    private double bias(double bandwidthBps, double averageLoss) {
        double sent = 0;
        for (int i = 0; i < observations.count(); i++) {
            sent += Math.pow(0.9, i) * (observations.lostKb(i) + observations.receivedKb(i));
        }
        double kbps = bandwidthBps / 1000;
        double margin = 0.2 - averageLoss;
        return sent * (0.0002 * kbps + 0.02 * Math.log(1 + kbps)) * margin / (0.002 + Math.abs(margin));
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4})
    void theObjectiveIsTheLikelihoodAndABias(long seed) {
        Random random = new Random(seed);
        begin();
        for (int i = 0; i < 20; i++) {
            observe(10 + random.nextInt(60), random.nextInt(3) == 0 ? 0 : random.nextInt(20));
            double bandwidthBps = 100_000 + random.nextInt(3_000_000);
            double loss = random.nextDouble() / 2;
            double averageLoss = random.nextDouble() / 2;
            assertThat(model.objective(bandwidthBps, loss, averageLoss))
                    .as("seed %d, %d", seed, i)
                    .isCloseTo(likelihood(bandwidthBps, loss) + bias(bandwidthBps, averageLoss), within(1e-6));
        }
    }

    /** Newton's method, repeated, ends where the likelihood is the largest within the bounds. */
    @ParameterizedTest
    @CsvSource({
        "100, 0, 10000000", // no loss: the least
        "99, 1, 10000000",
        "96, 4, 10000000",
        "80, 20, 10000000", // more than the bound of 5 % + 100 kbit/s / 10 Mbit/s
        "80, 20, 1000000",
        "60, 40, 2000000", // of what is above 2 Mbit/s
        "95, 5, 3000000",
    })
    void theFitIsWhereTheLikelihoodIsTheLargest(int received, int lost, double bandwidthBps) {
        begin();
        for (int i = 0; i < 6; i++) {
            observe(received, lost);
        }
        double loss = 0.02;
        for (int i = 0; i < 60; i++) {
            loss = model.fitLoss(bandwidthBps, loss);
        }
        double most = 0.05 + 100_000 / bandwidthBps;
        double best = 0.001;
        for (double each = 0.001; each <= most; each += 0.0001) {
            best = likelihood(bandwidthBps, each) > likelihood(bandwidthBps, best) ? each : best;
        }
        assertThat(loss).isCloseTo(best, within(0.0002));
    }

    /** One step: three quarters of the first derivative over the second. */
    @Test
    void oneStepGoesThreeQuartersOfTheWay() {
        begin();
        for (int i = 0; i < 3; i++) {
            observe(95, 5);
        }
        double start = 0.045;
        double h = 1e-4;
        double first = (likelihood(1e9, start + h) - likelihood(1e9, start - h)) / (2 * h);
        double second =
                (likelihood(1e9, start + h) - 2 * likelihood(1e9, start) + likelihood(1e9, start - h)) / (h * h);
        assertThat(model.fitLoss(1e9, start)).isCloseTo(start - 0.75 * first / second, within(1e-5));
    }

    @Test
    void withoutObservationsAFitIsTheFeasibleLoss() {
        assertThat(model.fitLoss(1e6, 0.03)).isEqualTo(0.03);
        assertThat(model.fitLoss(1e6, 0)).isEqualTo(0.001);
        assertThat(model.fitLoss(1e6, 0.5)).isCloseTo(0.15, within(1e-9));
        assertThat(model.fitLoss(1000, 2)).as("no more than all").isEqualTo(1);
        assertThat(model.objective(1e6, 0.03, 0)).isZero();
    }
}

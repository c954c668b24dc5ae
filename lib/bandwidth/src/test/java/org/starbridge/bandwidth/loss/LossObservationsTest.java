package org.starbridge.bandwidth.loss;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.starbridge.bandwidth.feedback.PacketResults;

class LossObservationsTest {
    private static final long MS = 1_000_000L;

    private final LossObservations observations = new LossObservations(LossConfig.defaults());
    private final PacketResults results = new PacketResults();

    private boolean feedback(long firstMs, long lastMs, int received, int lost) {
        results.clear();
        for (int i = 0; i < received; i++) {
            results.addReceived((i == 0 ? firstMs : lastMs) * MS, i, 1000, 0, false);
        }
        for (int i = 0; i < lost; i++) {
            results.addLost((received == 0 && i == 0 ? firstMs : lastMs) * MS, 1000);
        }
        results.sortByArrival();
        return observations.add(results);
    }

    @Test
    void anObservationIsAQuarterOfASecondOfSending() {
        assertThat(feedback(1000, 1100, 0, 0)).as("empty").isFalse();
        assertThat(feedback(1000, 1100, 10, 2)).isFalse();
        assertThat(observations.count()).isZero();
        assertThat(feedback(1110, 1249, 10, 0)).isFalse();
        assertThat(feedback(1249, 1250, 5, 1)).isTrue();
        assertThat(observations.count()).isEqualTo(1);
        assertThat(observations.endNs()).isEqualTo(1250 * MS);
        assertThat(observations.receivedKb(0)).isEqualTo(25);
        assertThat(observations.lostKb(0)).isEqualTo(3);
        assertThat(observations.rateBps(0)).isCloseTo(28 * 8000 * 4, within(1e-6));
        assertThat(feedback(1260, 1750, 10, 0))
                .as("from the end of the one before")
                .isTrue();
        assertThat(observations.rateBps(0)).isCloseTo(10 * 8000 * 2, within(1e-6));
        assertThat(observations.rateBps(1)).isCloseTo(28 * 8000 * 4, within(1e-6));
    }

    @Test
    void packetsThatWereOvertakenDoNotMoveTheEndBack() {
        feedback(1000, 1240, 2, 0);
        feedback(1100, 1200, 2, 0);
        assertThat(feedback(1240, 1250, 2, 0)).isTrue();
        assertThat(observations.endNs()).isEqualTo(1250 * MS);
    }

    @Test
    void aPacketThatArrivesAfterAllWasNotLost() {
        feedback(1000, 1100, 5, 3);
        results.clear();
        results.addReceived(1100 * MS, 0, 1000, 0, true);
        results.addReceived(1250 * MS, 1, 1000, 0, false);
        results.sortByArrival();
        assertThat(observations.add(results)).isTrue();
        assertThat(observations.lostKb(0)).isEqualTo(2);
        assertThat(observations.receivedKb(0)).isEqualTo(7);
        results.clear();
        results.addReceived(1500 * MS, 0, 9000, 0, true);
        results.sortByArrival();
        assertThat(observations.add(results)).isTrue();
        assertThat(observations.lostKb(0)).as("never less than nothing").isZero();
    }

    private record Observation(int received, int lost, double rateBps) {
        double share() {
            return received + lost == 0 ? 0 : (double) lost / (received + lost);
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
    void averagesAreWeightedWithoutTheTwoExtremes(long seed) {
        Random random = new Random(seed);
        List<Observation> newestFirst = new ArrayList<>();
        long nowMs = 5000;
        feedback(nowMs, nowMs, 0, 1);
        int carried = 1;
        for (int i = 0; i < 60; i++) {
            long lastMs = nowMs + 250 + random.nextInt(200);
            int scale = random.nextInt(6) == 0 ? 40 : 10;
            int received = 2 + random.nextInt(scale);
            int lost = random.nextInt(3) == 0 ? 0 : random.nextInt(scale);
            assertThat(feedback(nowMs, lastMs, received, lost)).isTrue();
            double kb = received + lost + carried;
            newestFirst.addFirst(new Observation(received, lost + carried, kb * 8000 * 1000 / (lastMs - nowMs)));
            carried = 0;
            nowMs = lastMs;
            if (newestFirst.size() > 15) {
                newestFirst.removeLast();
            }
            String where = "seed " + seed + ", observation " + i;
            assertThat(observations.count()).as(where).isEqualTo(newestFirst.size());
            assertThat(observations.averageLoss()).as(where).isCloseTo(average(newestFirst), within(1e-9));
            assertThat(observations.lastingLoss(4)).as(where).isEqualTo(lasting(newestFirst), within(1e-9));
            for (int at = 0; at < newestFirst.size(); at++) {
                assertThat(observations.rateBps(at)).isCloseTo(newestFirst.get(at).rateBps, within(1e-3));
                assertThat(observations.weight(at)).isCloseTo(Math.pow(0.9, at), within(1e-9));
            }
        }
    }

    private static double average(List<Observation> newestFirst) {
        List<Integer> counted = new ArrayList<>();
        for (int i = 0; i < newestFirst.size(); i++) {
            counted.add(i);
        }
        Comparator<Integer> byShare =
                Comparator.comparingDouble(i -> newestFirst.get(i).share());
        int best = counted.stream().min(byShare).orElseThrow();
        int worst = counted.stream()
                .max(byShare.thenComparing(Comparator.reverseOrder()))
                .orElseThrow();
        double[] rates =
                newestFirst.stream().mapToDouble(each -> each.rateBps).sorted().toArray();
        if (counted.size() >= 4 && best != worst && newestFirst.get(worst).rateBps < 2 * rates[rates.length / 2]) {
            counted.removeIf(i -> i == best || i == worst);
        }
        double lost = 0;
        double sent = 0;
        for (int i : counted) {
            lost += Math.pow(0.9, i) * newestFirst.get(i).lost;
            sent += Math.pow(0.9, i) * (newestFirst.get(i).lost + newestFirst.get(i).received);
        }
        return lost / sent;
    }

    private static double lasting(List<Observation> newestFirst) {
        return newestFirst.size() < 4
                ? 0
                : newestFirst.stream()
                        .limit(4)
                        .mapToDouble(Observation::share)
                        .min()
                        .orElseThrow();
    }

    @Test
    void aHoldDoublesUpToItsLongestAndBeginsAgain() {
        LossHold hold = new LossHold(300 * MS, 2000 * MS);
        assertThat(hold.isActive(0)).isFalse();
        assertThat(hold.bps()).isEqualTo(Long.MAX_VALUE);
        long nowMs = 0;
        for (long durationMs : new long[] {300, 600, 1200, 2000, 2000}) {
            hold.start(nowMs * MS, 1000 + nowMs);
            assertThat(hold.isActive((nowMs + durationMs) * MS - 1)).isTrue();
            assertThat(hold.isActive((nowMs + durationMs) * MS)).isFalse();
            assertThat(hold.bps()).isEqualTo(1000 + nowMs);
            nowMs += durationMs;
        }
        hold.raiseTo(5);
        assertThat(hold.bps()).isEqualTo(1000 + 4100);
        hold.raiseTo(9000);
        assertThat(hold.bps()).isEqualTo(9000);
        hold.reset();
        assertThat(hold.isActive(nowMs * MS - 1)).isFalse();
        assertThat(hold.bps()).isEqualTo(Long.MAX_VALUE);
        hold.start(0, 7);
        assertThat(hold.isActive(300 * MS - 1)).isTrue();
        assertThat(hold.isActive(300 * MS)).as("the first duration again").isFalse();
    }
}

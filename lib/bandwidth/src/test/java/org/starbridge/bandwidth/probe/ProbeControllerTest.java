package org.starbridge.bandwidth.probe;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.starbridge.bandwidth.feedback.PacketResults;

class ProbeControllerTest {
    private static final long MS = 1_000_000L;
    private static final long SECOND = 1_000_000_000L;

    private final ProbeController probes = new ProbeController(ProbeConfig.defaults(), 1_000_000, 20_000_000);

    private long sendProbe(long nowNs) {
        ProbeCluster cluster = requireNonNull(probes.schedule().current());
        long atNs = Math.max(nowNs, probes.schedule().nextDeadlineNs());
        while (cluster.equals(probes.schedule().current())) {
            int due = probes.schedule().bytesDue(atNs);
            for (; due > 0 && probes.schedule().activeId() == cluster.id(); due -= 1200) {
                probes.onSent(cluster.id(), 1200);
            }
            atNs += MS;
        }
        return cluster.bps();
    }

    @Test
    void nothingIsProbedBeforeTheTransportIsReady() {
        probes.onWish(0, 2_500_000);
        assertThat(probes.schedule().current()).isNull();
        assertThat(probes.schedule().nextDeadlineNs()).isEqualTo(Long.MAX_VALUE);
    }

    @Test
    void twoProbesFindOutWhatTheLinkCarries() {
        probes.onTransportReady(0);
        assertThat(sendProbe(0)).isEqualTo(3_000_000);
        assertThat(sendProbe(20 * MS)).isEqualTo(6_000_000);
        assertThat(probes.schedule().current()).isNull();
        assertThat(probes.schedule().completed()).isEqualTo(2);
    }

    @Test
    void noProbeIsAboveTwiceTheWish() {
        probes.onWish(0, 1_200_000);
        probes.onTransportReady(0);
        assertThat(sendProbe(0)).isEqualTo(2_400_000);
        assertThat(probes.schedule().current()).isNull();
    }

    @Test
    void noWishIsNoProbe() {
        probes.onWish(0, 0);
        probes.onTransportReady(0);
        for (int i = 0; i < 100; i++) {
            probes.onTick(i * SECOND, Long.MIN_VALUE, false);
        }
        assertThat(probes.schedule().current()).isNull();
    }

    @Test
    void aProbeThatGotThroughIsFollowedByALargerOne() {
        probes.onTransportReady(0);
        sendProbe(0);
        sendProbe(20 * MS);
        probes.onEstimate(100 * MS, 5_500_000, Growth.FREE);
        probes.onResult(100 * MS, 5_500_000);
        assertThat(sendProbe(100 * MS)).isEqualTo(11_000_000);
    }

    @Test
    void moreIsLookedForWhileMoreIsWanted() {
        probes.onWish(0, 0);
        probes.onTransportReady(0);
        probes.onWish(SECOND, 2_500_000);
        assertThat(sendProbe(SECOND)).isEqualTo(2_000_000);
        probes.onTick(3 * SECOND, Long.MIN_VALUE, false);
        assertThat(probes.schedule().current()).isNull();
        probes.onTick(6 * SECOND, Long.MIN_VALUE, false);
        assertThat(sendProbe(6 * SECOND)).isEqualTo(2_000_000);
    }

    @Test
    void anOverusedLinkIsNotProbed() {
        probes.onTransportReady(0);
        probes.onEstimate(MS, 1_000_000, Growth.FORBIDDEN);
        assertThat(probes.schedule().current()).isNull();
        probes.onWish(2 * MS, 5_000_000);
        assertThat(probes.schedule().current()).isNull();
    }

    @Test
    void aRecoveredLinkIsProbedBelowWhatItCarried() {
        probes.onTransportReady(0);
        probes.schedule().cancel();
        probes.onEstimate(SECOND, 4_000_000, Growth.FREE);
        probes.onEstimate(2 * SECOND, 1_000_000, Growth.FREE);
        probes.onRecovered(3 * SECOND);
        assertThat(sendProbe(3 * SECOND)).isEqualTo(3_400_000);
    }

    @Test
    void theResultOfAProbeThatFillsTheLinkIsALittleLessThanWhatArrived() {
        ProbeResults results = new ProbeResults(ProbeConfig.defaults());
        results.expect(new ProbeCluster(9, 3_000_000, 5_000, 5, 0));
        PacketResults feedback = new PacketResults();
        feedback.clear();
        for (int i = 0; i < 5; i++) {
            feedback.addReceived(i * 3_200_000L, 100 + i * 38L, 1200, 9, false);
        }
        feedback.sortByArrival();
        // 1200 bytes each 9.5 ms are 1.01 Mbit/s.
        assertThat(results.onFeedback(feedback)).isBetween(955_000L, 965_000L);
    }

    @Test
    void aProbeThatComesLateIsDropped() {
        probes.onTransportReady(0);
        assertThat(probes.schedule().bytesDue(6 * SECOND)).isZero();
        assertThat(probes.schedule().dropped()).isEqualTo(2);
    }

    private static ProbeController ready(long startBps, long maxBps) {
        ProbeController controller = new ProbeController(ProbeConfig.defaults(), startBps, maxBps);
        controller.onTransportReady(0);
        return controller;
    }

    /** Ready, and without the probes of the start. */
    private static ProbeController rested() {
        ProbeController controller = new ProbeController(ProbeConfig.defaults(), 1_000_000, 20_000_000);
        controller.onWish(0, 0);
        controller.onTransportReady(0);
        return controller;
    }

    private static long nextBps(ProbeController controller) {
        ProbeCluster cluster = controller.schedule().current();
        return cluster == null ? 0 : cluster.bps();
    }

    /** The rates of the probes that are requested, in their order. */
    private static List<Long> takeAll(ProbeController controller) {
        List<Long> rates = new ArrayList<>();
        long atNs = controller.schedule().nextDeadlineNs();
        while (controller.schedule().current() != null) {
            rates.add(nextBps(controller));
            int id = requireNonNull(controller.schedule().current()).id();
            controller.schedule().bytesDue(atNs);
            for (int i = 0; i < 5; i++) {
                controller.onSent(id, 1 << 20);
            }
        }
        return rates;
    }

    @Test
    void aProbeLastsFifteenMillisecondsAndHasFivePackets() {
        ProbeCluster cluster =
                requireNonNull(ready(1_000_000, 20_000_000).schedule().current());
        assertThat(cluster).isEqualTo(new ProbeCluster(1, 3_000_000, 5625, 5, 0));
    }

    @ParameterizedTest
    @CsvSource({"1049999, 0", "1050000, 1050000", "2000000, 2000000", "3000001, 3000000"})
    void noProbeIsAboveTheMaximumNorBarelyAboveTheEstimate(long maxBps, long bps) {
        assertThat(nextBps(ready(1_000_000, maxBps))).isEqualTo(bps);
    }

    @Test
    void aProbeOfTheSameRateIsNotRepeatedAtOnce() {
        assertThat(takeAll(ready(1_000_000, 2_000_000))).containsExactly(2_000_000L);
        assertThat(takeAll(ready(1_000_000, 5_000_000))).containsExactly(3_000_000L, 5_000_000L);
    }

    @Test
    void aProbeThatWasBoundIsNotFollowedByALargerOne() {
        ProbeController controller = ready(1_000_000, 5_000_000);
        takeAll(controller);
        controller.onEstimate(MS, 4_000_000, Growth.FREE);
        controller.onResult(MS, 5_000_000);
        assertThat(nextBps(controller)).isZero();
    }

    @ParameterizedTest
    @CsvSource({"4200000, 0", "4200001, 8400002"})
    void aProbeGotThroughIfMoreThanSevenTenthsArrived(long resultBps, long nextBps) {
        ProbeController controller = ready(1_000_000, 20_000_000);
        takeAll(controller);
        controller.onResult(MS, resultBps);
        assertThat(nextBps(controller)).isEqualTo(nextBps);
    }

    @ParameterizedTest
    @CsvSource({"1000, 12000000", "1001, 0"})
    void aResultIsWaitedForForASecond(long afterMs, long nextBps) {
        ProbeController controller = ready(1_000_000, 20_000_000);
        takeAll(controller);
        controller.onTick(afterMs * MS, Long.MIN_VALUE, true);
        controller.onResult(afterMs * MS, 6_000_000);
        assertThat(nextBps(controller)).isEqualTo(nextBps);
    }

    /** Times count from the request, whenever that was. */
    @ParameterizedTest
    @CsvSource({"1000, 12000000", "1001, 0"})
    void aResultIsWaitedForForASecondAfterTheProbe(long afterMs, long nextBps) {
        probes.onTransportReady(100 * SECOND);
        sendProbe(100 * SECOND);
        sendProbe(100 * SECOND + 20 * MS);
        probes.onTick(100 * SECOND + afterMs * MS, Long.MIN_VALUE, true);
        probes.onResult(100 * SECOND + afterMs * MS, 6_000_000);
        assertThat(nextBps(probes)).isEqualTo(nextBps);
    }

    @Test
    void lossesThatLimitTheEstimateAllowAProbeOfHalfAsMuchAgain() {
        ProbeController controller = new ProbeController(ProbeConfig.defaults(), 1_000_000, 20_000_000);
        controller.onEstimate(0, 1_000_000, Growth.LOSS_LIMITED);
        controller.onTransportReady(0);
        assertThat(takeAll(controller)).containsExactly(1_500_000L);
    }

    @Test
    void theTransportGetsReadyOnce() {
        ProbeController controller = ready(1_000_000, 20_000_000);
        takeAll(controller);
        controller.onTransportReady(SECOND);
        assertThat(nextBps(controller)).isZero();
    }

    @Test
    void aWishIsProbedForAtItsRateAndAtTwice() {
        ProbeController controller = rested();
        controller.onEstimate(0, 2_000_000, Growth.FREE);
        controller.onWish(SECOND, 2_500_000);
        assertThat(takeAll(controller)).as("up to twice the estimate").containsExactly(2_500_000L, 4_000_000L);
        controller.onResult(SECOND, 3_900_000);
        assertThat(nextBps(controller)).as("up to twice the wish").isEqualTo(5_000_000);
    }

    @Test
    void aWishWhoseDoubleWasProbedNeedsNoMore() {
        ProbeController controller = rested();
        controller.onEstimate(0, 2_000_000, Growth.FREE);
        controller.onWish(SECOND, 2_000_001);
        assertThat(takeAll(controller))
                .as("the first is hardly above the estimate")
                .containsExactly(4_000_000L);
    }

    @ParameterizedTest
    @CsvSource({"5250000, 0", "5250001, 2000000"})
    void aWishHasToGrowByMoreThanATwentieth(long bps, long probedBps) {
        ProbeController controller = rested();
        controller.onWish(SECOND, 5_000_000);
        takeAll(controller);
        controller.onTick(SECOND + 1_001 * MS, Long.MIN_VALUE, false);
        controller.onWish(3 * SECOND, bps);
        assertThat(nextBps(controller)).isEqualTo(probedBps);
    }

    @ParameterizedTest
    @CsvSource({"1000000, 0", "1000001, 2000000"})
    void aWishThatTheEstimateCoversEndsTheProbes(long bps, long probedBps) {
        ProbeController controller = rested();
        controller.onWish(SECOND, 5_000_000);
        controller.onWish(2 * SECOND, bps);
        assertThat(nextBps(controller)).isEqualTo(probedBps);
    }

    @ParameterizedTest
    @CsvSource({"4999, false", "5000, true"})
    void whatIsWantedIsProbedForEachFiveSeconds(long afterMs, boolean isDue) {
        ProbeController controller = rested();
        controller.onWish(SECOND, 3_000_000);
        takeAll(controller);
        controller.onTick(SECOND + 1_001 * MS, Long.MIN_VALUE, false);
        controller.onTick(SECOND + afterMs * MS, Long.MIN_VALUE, false);
        assertThat(nextBps(controller)).isEqualTo(isDue ? 2_000_000 : 0);
    }

    @ParameterizedTest
    @CsvSource({"4999, false", "5000, true"})
    void anOveruseIsAQuietTime(long afterMs, boolean isDue) {
        ProbeController controller = rested();
        controller.onWish(SECOND, 3_000_000);
        takeAll(controller);
        controller.onTick(SECOND + 1_001 * MS, Long.MIN_VALUE, false);
        long overusedAtNs = 6 * SECOND;
        controller.onTick(overusedAtNs + afterMs * MS, overusedAtNs, false);
        assertThat(nextBps(controller)).isEqualTo(isDue ? 2_000_000 : 0);
    }

    @ParameterizedTest
    @CsvSource({"14999, 1000, false", "15000, 1000, true", "15000, 999, false"})
    void afterFifteenSecondsWithoutAProbeASecondOfRestIsEnough(long afterMs, long restMs, boolean isDue) {
        ProbeController controller = rested();
        controller.onWish(SECOND, 3_000_000);
        takeAll(controller);
        controller.onTick(SECOND + 1_001 * MS, Long.MIN_VALUE, false);
        long nowNs = SECOND + afterMs * MS;
        controller.onTick(nowNs, nowNs - restMs * MS, false);
        assertThat(nextBps(controller)).isEqualTo(isDue ? 2_000_000 : 0);
    }

    @Test
    void aQueueIsNotProbed() {
        ProbeController controller = rested();
        controller.onWish(SECOND, 3_000_000);
        takeAll(controller);
        controller.onTick(SECOND + 1_001 * MS, Long.MIN_VALUE, true);
        controller.onTick(10 * SECOND, Long.MIN_VALUE, true);
        assertThat(nextBps(controller)).isZero();
        controller.onTick(10 * SECOND, Long.MIN_VALUE, false);
        assertThat(nextBps(controller)).isEqualTo(2_000_000);
    }

    @Test
    void aPeriodicProbeThatGotThroughIsFollowedByALargerOne() {
        ProbeController controller = rested();
        controller.onWish(SECOND, 30_000_000);
        takeAll(controller);
        controller.onTick(SECOND + 1_001 * MS, Long.MIN_VALUE, false);
        controller.onTick(7 * SECOND, Long.MIN_VALUE, false);
        takeAll(controller);
        controller.onResult(7 * SECOND + MS, 2_000_000);
        assertThat(nextBps(controller)).isEqualTo(4_000_000);
    }

    @ParameterizedTest
    @CsvSource({"660000, 4999, false", "659999, 4999, true", "659999, 5000, false"})
    void aDropBelowTwoThirdsIsRecoveredFromWithinFiveSeconds(long droppedToBps, long afterMs, boolean isProbed) {
        ProbeController controller = rested();
        controller.onWish(0, 1_000_000);
        controller.onEstimate(SECOND, droppedToBps, Growth.FREE);
        controller.onRecovered(SECOND + afterMs * MS);
        assertThat(nextBps(controller)).isEqualTo(isProbed ? 850_000 : 0);
    }

    @ParameterizedTest
    @CsvSource({"4999, 0", "5000, 3400000"})
    void recoveriesAreProbedFiveSecondsApart(long afterMs, long bps) {
        ProbeController controller = rested();
        controller.onEstimate(0, 4_000_000, Growth.FREE);
        controller.onWish(0, 4_000_000);
        controller.onEstimate(SECOND, 1_000_000, Growth.FREE);
        controller.onRecovered(2 * SECOND);
        takeAll(controller);
        controller.onEstimate(3 * SECOND, 4_000_000, Growth.FREE);
        controller.onEstimate(4 * SECOND, 1_000_000, Growth.FREE);
        controller.onRecovered(2 * SECOND + afterMs * MS);
        assertThat(nextBps(controller)).isEqualTo(bps);
    }

    @Test
    void theEndOfASilenceIsProbedAndFollowedByALargerProbe() {
        ProbeController controller = ready(1_000_000, 20_000_000);
        controller.schedule().cancel();
        controller.onSilenceEnded(SECOND, 4_000_000);
        assertThat(takeAll(controller)).containsExactly(3_400_000L);
        assertThat(controller.requestedAtNs()).isEqualTo(SECOND);
        controller.onResult(SECOND + MS, 3_000_000);
        assertThat(nextBps(controller)).isEqualTo(6_000_000);
    }

    @Test
    void idsGoFromOneTo255AndAreUsedAgain() {
        ProbeController controller = new ProbeController(ProbeConfig.defaults(), 1_000_000, 20_000_000);
        assertThat(controller.lastId()).isZero();
        controller.onWish(0, 0);
        controller.onTransportReady(0);
        controller.onWish(0, 4_000_000);
        takeAll(controller);
        for (int id = 2; id <= 255; id++) {
            controller.onSilenceEnded(id * SECOND, 4_000_000);
            assertThat(takeAll(controller)).hasSize(1);
            assertThat(controller.lastId()).isEqualTo(id);
        }
        controller.onSilenceEnded(300 * SECOND, 4_000_000);
        assertThat(controller.lastId()).isEqualTo(1);
    }

    @Test
    void aProbeThatNoLongerMayBeSentIsCancelledOnce() {
        ProbeController controller = ready(1_000_000, 20_000_000);
        controller.onEstimate(MS, 1_000_000, Growth.FORBIDDEN);
        assertThat(controller.schedule().dropped()).isEqualTo(2);
        controller.onEstimate(2 * MS, 1_000_000, Growth.FREE);
        controller.onResult(3 * MS, 6_000_000);
        assertThat(nextBps(controller)).as("its result is not waited for").isZero();
    }
}

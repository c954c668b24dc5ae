package org.starbridge.bandwidth.probe;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
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
}

package org.starbridge.bandwidth.loss;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class PolicedRateTest {
    private static final double PASSES_BPS = 1e6;
    private static final double STEP_S = 0.25;

    private final PolicedRate policed = new PolicedRate();
    private double nowS;

    private long nowNs() {
        return (long) (nowS * 1e9);
    }

    /** Sends for a time; {@code loss} is the share that is lost. */
    private void send(double seconds, double bps, double loss, long queueMs) {
        for (double end = nowS + seconds; nowS < end; ) {
            nowS += STEP_S;
            double kb = bps * STEP_S / 8000;
            policed.onObservation(nowNs(), kb * (1 - loss), kb * loss, bps, queueMs * 1_000_000);
        }
    }

    private void behindPolicer(double seconds, double bps) {
        send(seconds, bps, Math.max(0, 1 - PASSES_BPS / bps), 0);
    }

    private void findIt() {
        behindPolicer(1, 2.5e6);
        behindPolicer(2, 0.5e6);
        behindPolicer(0.5, 1.8e6);
    }

    @Test
    void theSecondTimeTheSameRateArrivesItIsHeld() {
        behindPolicer(1, 2.5e6);
        behindPolicer(2, 0.5e6);
        assertThat(policed.isHeld(nowNs())).isFalse();
        behindPolicer(0.5, 1.8e6);
        assertThat(policed.isHeld(nowNs())).isTrue();
        assertThat(policed.limitBps(nowNs())).isBetween(0.85 * PASSES_BPS, 0.95 * PASSES_BPS);
    }

    @Test
    void eachConfirmationHoldsTwiceAsLong() {
        findIt();
        double firstS = holdS();
        behindPolicer(0.5, 2.5e6);
        behindPolicer(1, 0.5e6);
        behindPolicer(0.5, 2.5e6);
        assertThat(holdS()).isBetween(1.8 * firstS, 2.2 * firstS);
    }

    @Test
    void lastingLossesAreTriedWithMoreAndFoundToBeAPolicers() {
        behindPolicer(2, 1.1e6);
        assertThat(policed.isTrial()).isTrue();
        assertThat(policed.limitBps(nowNs())).as("nothing is given up").isEqualTo(PolicedRate.NONE);
        while (policed.isTrial()) {
            behindPolicer(STEP_S, policed.trialBps());
        }
        assertThat(nowS).as("at most 1.25 s").isLessThanOrEqualTo(2 + 1.25);
        assertThat(policed.limitBps(nowNs())).as("held").isBetween(0.9e6, 0.95e6);
        assertThat(holdS()).isGreaterThan(10);
    }

    @Test
    void lastingLossesOfTheLinkItselfAreTriedLessAndLessOften() {
        int trials = 0;
        boolean was = false;
        while (nowS < 600) {
            send(STEP_S, policed.isTrial() ? policed.trialBps() : 2.5e6, 0.1, 0);
            assertThat(policed.limitBps(nowNs())).isEqualTo(PolicedRate.NONE);
            trials += policed.isTrial() && !was ? 1 : 0;
            was = policed.isTrial();
        }
        assertThat(trials).isBetween(2, 6);
    }

    /** A key frame each second: the bitrate varies, so no trial is needed. */
    @Test
    void varyingBitratesTellAPolicerFromALossyLinkWithoutATrial() {
        for (int i = 0; i < 8; i++) {
            behindPolicer(STEP_S, i % 4 == 0 ? 1.6e6 : 1.1e6);
            assertThat(policed.isTrial()).isFalse();
        }
        assertThat(policed.isHeld(nowNs())).isTrue();
        assertThat(policed.limitBps(nowNs())).isBetween(0.9e6, 0.95e6);

        policed.onRouteChange();
        for (int i = 0; i < 200; i++) {
            send(STEP_S, i % 4 == 0 ? 1.6e6 : 1.1e6, 0.09 + i % 3 * 0.01, 0);
            assertThat(policed.isTrial()).isFalse();
            assertThat(policed.isHeld(nowNs())).isFalse();
        }
    }

    @Test
    void aTrialWithoutCopiesToSendOrBehindAQueueShowsNothing() {
        send(2, 1.1e6, 0.1, 0);
        assertThat(policed.isTrial()).isTrue();
        send(1.25, 1.1e6, 0.1, 0);
        assertThat(policed.isTrial()).isFalse();
        assertThat(policed.isHeld(nowNs())).isFalse();
        send(29, 1.1e6, 0.1, 0);
        assertThat(policed.isTrial()).isFalse();
        send(1.25, 1.1e6, 0.1, 0);
        assertThat(policed.isTrial()).as("again after 30 s").isTrue();
        send(STEP_S, 1.4e6, 0.3, 51);
        assertThat(policed.isTrial()).isFalse();
        assertThat(policed.isHeld(nowNs())).isFalse();
    }

    @Test
    void aLittleAboveAKnownPolicerIsEnough() {
        behindPolicer(1, 1.07e6);
        behindPolicer(1, 0.5e6);
        behindPolicer(1, 1.07e6);
        assertThat(policed.isHeld(nowNs())).as("not known yet").isFalse();
        behindPolicer(1, 0.5e6);
        findIt();
        holdS();
        behindPolicer(0.5, 1.07e6);
        assertThat(policed.isHeld(nowNs())).isTrue();
    }

    /** How long it is held from now on, while less is sent. */
    private double holdS() {
        double since = nowS;
        while (policed.isHeld(nowNs())) {
            behindPolicer(STEP_S, 0.9e6);
        }
        return nowS - since;
    }

    @Test
    void lossesAtAnyRateAreTheLinksOwn() {
        for (double bps : new double[] {2.5e6, 0.5e6, 2.5e6, 0.5e6, 2.5e6}) {
            send(2, bps, 0.2, 0);
        }
        assertThat(policed.limitBps(nowNs())).isEqualTo(PolicedRate.NONE);
    }

    @Test
    void lossesBehindAQueueAreNotAPolicers() {
        send(1, 2.5e6, 0.6, 200);
        send(2, 0.5e6, 0, 0);
        send(1, 2.5e6, 0.6, 200);
        assertThat(policed.isHeld(nowNs())).isFalse();
    }

    @Test
    void twoLinksAreNotOnePolicer() {
        behindPolicer(1, 2.5e6);
        behindPolicer(2, 0.5e6);
        send(0.5, 2.5e6, 0.2, 0);
        assertThat(policed.isHeld(nowNs())).isFalse();
    }

    @Test
    void aSingleBurstOfLossesShowsNothing() {
        for (int i = 0; i < 20; i++) {
            send(STEP_S, 2.5e6, 0.6, 0);
            send(1, 0.5e6, 0, 0);
        }
        assertThat(policed.isHeld(nowNs())).isFalse();
    }

    @Test
    void lossesThatGoOnBelowTheHeldRateEndTheHold() {
        findIt();
        behindPolicer(1, 0.5e6);
        assertThat(policed.isHeld(nowNs())).isTrue();
        send(0.5, 0.5e6, 0.2, 0);
        assertThat(policed.isHeld(nowNs())).isFalse();
    }

    @Test
    void anotherRouteIsNotHeld() {
        findIt();
        policed.onRouteChange();
        assertThat(policed.limitBps(nowNs())).isEqualTo(PolicedRate.NONE);
        behindPolicer(2, 1.1e6);
        assertThat(policed.isTrial()).isTrue();
        policed.onRouteChange();
        assertThat(policed.isTrial()).isFalse();
        assertThat(policed.isHeld(nowNs())).isFalse();
    }

    @Test
    void anotherRateBeginsWithTheFirstHoldAgain() {
        findIt();
        holdS();
        findIt();
        double longS = holdS();
        send(1, 4e6, 0.5, 0);
        send(2, 1e6, 0, 0);
        send(0.5, 4e6, 0.5, 0);
        assertThat(policed.limitBps(nowNs())).isGreaterThan(1.5e6);
        assertThat(holdS()).isLessThan(longS / 1.5);
    }

    @Test
    void afterAHoldTheLimitGrowsSlowlyAndIsGoneAfterAWhile() {
        findIt();
        double heldBps = policed.limitBps(nowNs());
        holdS();
        send(4, 0.9e6, 0, 0);
        assertThat(policed.limitBps(nowNs())).isBetween(1.15 * heldBps, 1.25 * heldBps);
        send(7, 0.9e6, 0, 0);
        assertThat(policed.limitBps(nowNs())).isEqualTo(PolicedRate.NONE);
    }

    @Test
    void theFirstLossesAfterAHoldBringItBack() {
        findIt();
        holdS();
        for (int i = 0; i < 4; i++) { // a bucket: no two observations in succession lose anything
            send(STEP_S, 1.06e6, 0, 0);
            send(STEP_S, 1.06e6, 0.1, 0);
        }
        assertThat(policed.isHeld(nowNs())).isTrue();
    }

    @Test
    void aHoldThatLosesIsLoweredAndThenForgotten() {
        findIt();
        double heldBps = policed.limitBps(nowNs());
        send(6, 0.95e6, 0.05, 0);
        assertThat(policed.limitBps(nowNs())).isBetween(0.9 * heldBps, 0.94 * heldBps);
        send(11, 0.95e6, 0.05, 0);
        assertThat(policed.limitBps(nowNs())).isEqualTo(PolicedRate.NONE);
    }

    @Test
    void whereMuchMoreArrivesThePolicerIsGone() {
        findIt();
        holdS();
        send(4, 2e6, 0, 0);
        send(1, 1.06e6, 0.06, 0);
        assertThat(policed.isHeld(nowNs())).isFalse();
    }
}

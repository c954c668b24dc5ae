package org.starbridge.bandwidth.delay;

import org.starbridge.bandwidth.state.Fields;

/**
 * Finds a queue that stays full. Its delay has no slope, so the trendline takes it for the distance, and while packets
 * that it has no room for are lost, a loss-based estimator may take those losses for the link's own. The round trip
 * above the shortest one of the last {@value #BASE_NS} to twice as many ns, together with losses, tells. Who came when
 * the queue was full already never saw a shorter one: with heavy losses a round trip longer than those around the earth
 * is a queue, too. Not in libwebrtc. Owned by one worker.
 */
final class StandingQueue {
    /** Less delay than this is jitter, or the queue of a policer. */
    private static final long MIN_DELAY_NS = 60_000_000L;

    private static final double MIN_LOSS = 0.03;
    private static final double HEAVY_LOSS = 0.15;
    /** Nearly all paths are shorter. */
    private static final long FAR_NS = 200_000_000L;

    private static final long BASE_NS = 30_000_000_000L;
    /** The time in which a queue drains after the rate was lowered. */
    private static final long DRAIN_NS = 1_000_000_000L;

    private static final long NEVER = Long.MIN_VALUE;

    private long baseNs = Long.MAX_VALUE;
    private long nextBaseNs = Long.MAX_VALUE;
    private long baseSinceNs = NEVER;
    private long fullSinceNs = NEVER;
    private long foundAtNs = NEVER;
    private long waitNs;

    /**
     * Takes what one feedback shows.
     *
     * @param roundTripNs the shortest of the packets of the feedback
     * @param lossRatio of the last seconds, 0 to 1
     * @return whether the rate is to be lowered
     */
    boolean onFeedback(long nowNs, long roundTripNs, double lossRatio) {
        if (baseSinceNs == NEVER || nowNs - baseSinceNs > BASE_NS) {
            baseSinceNs = nowNs;
            baseNs = nextBaseNs;
            nextBaseNs = roundTripNs;
        }
        baseNs = Math.min(baseNs, roundTripNs);
        nextBaseNs = Math.min(nextBaseNs, roundTripNs);
        waitNs = roundTripNs - (lossRatio < HEAVY_LOSS ? baseNs : Math.min(baseNs, FAR_NS));
        if (lossRatio < MIN_LOSS || waitNs < MIN_DELAY_NS) {
            fullSinceNs = NEVER;
            return false;
        }
        if (fullSinceNs == NEVER) {
            fullSinceNs = nowNs;
        }
        boolean isStanding = nowNs - fullSinceNs >= DRAIN_NS / 2;
        if (!isStanding || (foundAtNs != NEVER && nowNs - foundAtNs < DRAIN_NS)) {
            return false;
        }
        foundAtNs = nowNs;
        return true;
    }

    /** Returns the time that packets wait in a queue that is full; 0 if it is not. */
    long waitNs() {
        return fullSinceNs == NEVER ? 0 : waitNs;
    }

    void reset() {
        baseNs = Long.MAX_VALUE;
        nextBaseNs = Long.MAX_VALUE;
        baseSinceNs = NEVER;
        fullSinceNs = NEVER;
    }

    /** Its fields. */
    void state(Fields fields) {
        baseNs = fields.i64(baseNs);
        nextBaseNs = fields.i64(nextBaseNs);
        baseSinceNs = fields.time(baseSinceNs);
        fullSinceNs = fields.time(fullSinceNs);
        foundAtNs = fields.time(foundAtNs);
        waitNs = fields.i64(waitNs);
    }
}

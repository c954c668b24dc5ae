package org.starbridge.bandwidth.loss;

import org.starbridge.bandwidth.state.Fields;

/** After a decrease the rate is held for a time, which doubles with each decrease until delays limit the rate again. */
final class LossHold {
    private final long firstNs;
    private final long maxNs;
    private long durationNs;
    private long untilNs = Long.MIN_VALUE;
    private long bps = Long.MAX_VALUE;

    LossHold(long firstNs, long maxNs) {
        this.firstNs = firstNs;
        this.maxNs = maxNs;
        durationNs = firstNs;
    }

    void start(long nowNs, long rateBps) {
        untilNs = nowNs + durationNs;
        durationNs = Math.min(2 * durationNs, maxNs);
        bps = rateBps;
    }

    void reset() {
        durationNs = firstNs;
        untilNs = Long.MIN_VALUE;
        bps = Long.MAX_VALUE;
    }

    boolean isActive(long nowNs) {
        return nowNs < untilNs;
    }

    /** Raises the rate to what arrives, which shows that the link carries this at least. */
    void raiseTo(long acknowledgedBps) {
        bps = Math.max(bps, acknowledgedBps);
    }

    /** The rate held; {@link Long#MAX_VALUE} if none was. */
    long bps() {
        return bps;
    }

    /** Its fields. */
    void state(Fields fields) {
        durationNs = fields.i64(durationNs);
        untilNs = fields.time(untilNs);
        bps = fields.i64(bps);
    }
}

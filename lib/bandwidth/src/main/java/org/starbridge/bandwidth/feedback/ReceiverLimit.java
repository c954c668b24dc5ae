package org.starbridge.bandwidth.feedback;

import org.starbridge.bandwidth.state.Fields;

/**
 * The receiver's own estimate (REMB, draft-alvestrand-rmcat-remb-03). It only limits: a receiver that gets little
 * estimates at most 1.5 times that, and would never ask for more. It expires when it is not repeated. Owned by one
 * worker.
 */
public final class ReceiverLimit {
    /** Chromium repeats it each second, others less often. */
    static final long MIN_VALIDITY_NS = 5_000_000_000L;

    private static final long NEVER = Long.MIN_VALUE;

    private long limitBps = Long.MAX_VALUE;
    private long receivedAtNs = NEVER;
    private long validityNs = MIN_VALIDITY_NS;

    /** No limit. */
    public ReceiverLimit() {}

    /** The receiver reported a limit for the sum of all streams. */
    public void onReport(long nowNs, long bps) {
        if (receivedAtNs != NEVER) {
            validityNs = Math.clamp(2 * (nowNs - receivedAtNs), MIN_VALIDITY_NS, 2 * MIN_VALIDITY_NS);
        }
        receivedAtNs = nowNs;
        limitBps = Math.max(0, bps);
    }

    /** The limit that is valid now; {@link Long#MAX_VALUE} if there is none. */
    public long bps(long nowNs) {
        return receivedAtNs != NEVER && nowNs - receivedAtNs <= validityNs ? limitBps : Long.MAX_VALUE;
    }

    /** Its fields. */
    public void state(Fields fields) {
        limitBps = fields.i64(limitBps);
        receivedAtNs = fields.time(receivedAtNs);
        validityNs = fields.i64(validityNs);
    }
}

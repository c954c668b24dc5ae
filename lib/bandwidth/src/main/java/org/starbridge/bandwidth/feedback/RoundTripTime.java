package org.starbridge.bandwidth.feedback;

import org.starbridge.bandwidth.state.Fields;

/**
 * The round-trip time of one transport, from transport-wide feedback and, where there is none, from receiver reports
 * (RFC 3550 section 6.4.1).
 *
 * <p>A packet's time from sending to feedback includes the time it waited at the receiver for the feedback to be built.
 * The receiver's clock tells that wait: the newest packet's arrival less its own. The smallest remainder of a feedback
 * is its propagation round trip (libwebrtc transport_feedback_adapter.cc, send_side_bandwidth_estimation.cc). Owned by
 * one worker.
 */
public final class RoundTripTime {
    /** Before anything was measured; the same as libwebrtc's rate control assumes. */
    public static final long DEFAULT_NS = 200_000_000L;

    /** Propagation times grow at once and shrink at once; the smoothed one serves timers. RFC 6298 section 2. */
    private static final double SMOOTHING = 0.125;

    private static final long UNKNOWN = -1;
    private static final long MAX_NS = 10_000_000_000L;

    private long propagationNs = UNKNOWN;
    private long smoothedNs = UNKNOWN;
    private long reportedNs = UNKNOWN;

    /** Nothing is known yet. */
    public RoundTripTime() {}

    void onFeedback(long nowNs, PacketResults results) {
        if (results.count() == 0) {
            return;
        }
        long lastArrivalNs = results.arrivalNs(results.count() - 1);
        long shortestNs = Long.MAX_VALUE;
        for (int i = 0; i < results.count(); i++) {
            long waitedNs = lastArrivalNs - results.arrivalNs(i);
            shortestNs = Math.min(shortestNs, nowNs - results.sendTimeNs(i) - waitedNs);
        }
        propagationNs = Math.clamp(shortestNs, 0L, MAX_NS);
        smoothedNs =
                smoothedNs == UNKNOWN ? propagationNs : smoothedNs + (long) (SMOOTHING * (propagationNs - smoothedNs));
    }

    /** A round trip measured by sender and receiver reports. */
    public void onReport(long rttNs) {
        reportedNs = Math.clamp(rttNs, 0L, MAX_NS);
    }

    /** The last propagation round trip; {@link #DEFAULT_NS} if nothing is known. */
    public long propagationNs() {
        return propagationNs == UNKNOWN ? reportedOrDefaultNs() : propagationNs;
    }

    /** The round trip for timers; {@link #DEFAULT_NS} if nothing is known. */
    public long smoothedNs() {
        return smoothedNs == UNKNOWN ? reportedOrDefaultNs() : smoothedNs;
    }

    private long reportedOrDefaultNs() {
        return reportedNs == UNKNOWN ? DEFAULT_NS : reportedNs;
    }

    /** Its fields. */
    public void state(Fields fields) {
        propagationNs = fields.i64(propagationNs);
        smoothedNs = fields.i64(smoothedNs);
        reportedNs = fields.i64(reportedNs);
    }
}

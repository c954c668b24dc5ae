package org.starbridge.transport.sctp.send;

import org.starbridge.rtp.state.State;
import org.starbridge.rtp.state.StateException;
import org.starbridge.transport.sctp.SctpConfig;

/** Time that an answer takes, and how long to wait for one (RFC 9260 section 6.3.1). */
public final class RoundTrip {
    /**
     * The timeout is at least so much longer than the round trip: a peer may acknowledge a packet at once and delay the
     * next acknowledgement by 200 ms (section 6.2), and measurements of the first kind say nothing of the second.
     */
    private static final long LEAST_MARGIN_NS = 200_000_000;

    private final long minNs;
    private final long maxNs;
    private long smoothedNs = -1;
    private long variationNs;
    private long timeoutNs;

    public RoundTrip(SctpConfig config) {
        minNs = config.timers().rtoMin().toNanos();
        maxNs = config.timers().rtoMax().toNanos();
        timeoutNs = config.timers().rtoInitial().toNanos();
    }

    /** A measurement, of something that was sent only once (Karn). */
    public void onMeasured(long ns) {
        if (smoothedNs < 0) {
            smoothedNs = ns;
            variationNs = ns / 2;
        } else {
            variationNs += (Math.abs(smoothedNs - ns) - variationNs) / 4;
            smoothedNs += (ns - smoothedNs) / 8;
        }
        timeoutNs = Math.clamp(smoothedNs + Math.max(4 * variationNs, LEAST_MARGIN_NS), minNs, maxNs);
    }

    /** A timeout: wait longer next time. */
    public void backOff() {
        timeoutNs = Math.min(2 * timeoutNs, maxNs);
    }

    /** Part of a snapshot. */
    public void state(State state) throws StateException {
        smoothedNs = state.i64(smoothedNs);
        variationNs = state.i64(variationNs);
        timeoutNs = Math.clamp(state.i64(timeoutNs), Math.min(minNs, timeoutNs), maxNs);
    }

    /** RTO. */
    public long timeoutNs() {
        return timeoutNs;
    }
}

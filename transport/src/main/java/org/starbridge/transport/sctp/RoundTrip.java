package org.starbridge.transport.sctp;

/** How long an answer takes, and how long to wait for one (RFC 9260 section 6.3.1). */
final class RoundTrip {
    private final long minNs;
    private final long maxNs;
    private long smoothedNs = -1;
    private long variationNs;
    private long timeoutNs;

    RoundTrip(SctpConfig config) {
        minNs = config.timers().rtoMin().toNanos();
        maxNs = config.timers().rtoMax().toNanos();
        timeoutNs = config.timers().rtoInitial().toNanos();
    }

    /** A measurement, of something that was sent only once (Karn). */
    void onMeasured(long ns) {
        if (smoothedNs < 0) {
            smoothedNs = ns;
            variationNs = ns / 2;
        } else {
            variationNs += (Math.abs(smoothedNs - ns) - variationNs) / 4;
            smoothedNs += (ns - smoothedNs) / 8;
        }
        timeoutNs = Math.clamp(smoothedNs + 4 * variationNs, minNs, maxNs);
    }

    /** A timeout: wait longer next time. */
    void backOff() {
        timeoutNs = Math.min(2 * timeoutNs, maxNs);
    }

    /** RTO. */
    long timeoutNs() {
        return timeoutNs;
    }
}

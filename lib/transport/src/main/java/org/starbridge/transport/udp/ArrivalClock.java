package org.starbridge.transport.udp;

/**
 * Puts the kernel's stamps, which are of the wall clock, on the clock of {@code System.nanoTime}. The wall clock may be
 * set at any moment, back or forth: the distance between the two is measured again as soon as that shows, and no
 * arrival is put before the datagrams that came with the call before, or after now. Owned by the socket's thread.
 */
final class ArrivalClock {
    /** A distance that changed by more is no inaccuracy of the two readings. */
    static final long STEP_NS = 1_000_000;

    private static final long MEASURE_AGAIN_NS = 100_000_000;

    private boolean isMeasured;
    private long measuredNs;
    /** Wall clock minus {@code System.nanoTime}. */
    private long offsetNs;

    private long nowNs = Long.MIN_VALUE;
    private long earliestNs = Long.MIN_VALUE;
    private long earliestNextNs = Long.MIN_VALUE;

    /**
     * Datagrams were received.
     *
     * @param hasEmptied whether the socket has no more, so that what comes next arrives after this call began
     */
    void onReceived(long nowNs, boolean hasEmptied) {
        earliestNs = earliestNextNs;
        if (hasEmptied) {
            earliestNextNs = this.nowNs;
        }
        this.nowNs = nowNs;
    }

    /**
     * Returns whether the distance between the clocks is to be measured: it never was, lately was not, or has changed.
     */
    boolean isOff(long nowNs, long wallNs) {
        return !isMeasured || nowNs - measuredNs > MEASURE_AGAIN_NS || Math.abs(wallNs - nowNs - offsetNs) > STEP_NS;
    }

    /** The distance was measured. */
    void onMeasured(long nowNs, long offsetNs) {
        isMeasured = true;
        measuredNs = nowNs;
        this.offsetNs = offsetNs;
    }

    /** Returns the time of the last call. */
    long nowNs() {
        return nowNs;
    }

    /** Returns the arrival time of a datagram that the last call gave. */
    long arrivalNs(long stampNs) {
        return Math.clamp(stampNs - offsetNs, Math.min(earliestNs, nowNs), nowNs);
    }
}

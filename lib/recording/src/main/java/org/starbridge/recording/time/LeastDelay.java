package org.starbridge.recording.time;

/**
 * The least time from capture to arrival. Less is taken at once: nothing arrives before it was captured. More is taken
 * slowly, because it may be a queue on the way. One thread.
 */
final class LeastDelay {
    private static final long WINDOW_NS = 2_000_000_000L;
    /** 5 ms a second: more than clocks drift. */
    private static final long STEP_NS = 10_000_000;

    private long ns;
    private long windowBeginNs;
    private long leastExcessNs = Long.MAX_VALUE;

    long ns() {
        return ns;
    }

    void set(long delayNs) {
        ns = delayNs;
        leastExcessNs = Long.MAX_VALUE;
    }

    /** The same delay by a line that was moved. */
    void move(long byNs) {
        ns += byNs;
    }

    /** By how much the delay is to be changed for a frame that took so long. */
    long error(long delayNs, long arrivalNs) {
        long excessNs = delayNs - ns;
        if (excessNs < 0) {
            begin(arrivalNs);
            return excessNs;
        }
        if (leastExcessNs == Long.MAX_VALUE) {
            windowBeginNs = arrivalNs;
        }
        leastExcessNs = Math.min(leastExcessNs, excessNs);
        if (arrivalNs - windowBeginNs < WINDOW_NS) {
            return 0;
        }
        long error = Math.min(leastExcessNs, STEP_NS);
        begin(arrivalNs);
        return error;
    }

    private void begin(long nowNs) {
        leastExcessNs = Long.MAX_VALUE;
        windowBeginNs = nowNs;
    }
}

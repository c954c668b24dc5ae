package org.starbridge.hammer.measure;

/**
 * Counts freezes of one source as browsers do (W3C webrtc-stats, {@code freezeCount}): a time between two pictures of
 * three times the average, and at least 150 ms more than it. The average is that of the last 30. Owned by one thread.
 */
final class FreezeMeter {
    private static final int SPAN = 30;
    /** So many times are needed for an average, as in Chromium. */
    private static final int MIN_SAMPLES = 5;

    private static final long MARGIN_NS = 150_000_000;
    private static final long NEVER = Long.MIN_VALUE;

    private final long[] times = new long[SPAN];
    private int samples;
    private long sumNs;
    private long lastNs = NEVER;
    private boolean isCounting;
    private long freezes;
    private long frozenNs;
    private long longestNs;

    /** A picture can be shown. */
    void onPicture(long nowNs) {
        if (lastNs != NEVER) {
            long timeNs = Math.max(0, nowNs - lastNs);
            count(timeNs);
            int i = samples % SPAN;
            sumNs += timeNs - (samples < SPAN ? 0 : times[i]);
            times[i] = timeNs;
            samples++;
        }
        lastNs = nowNs;
    }

    private void count(long timeNs) {
        if (!isCounting || samples < MIN_SAMPLES) {
            return;
        }
        long average = sumNs / Math.min(samples, SPAN);
        if (timeNs >= Math.max(3 * average, average + MARGIN_NS)) {
            freezes++;
            frozenNs += timeNs;
            longestNs = Math.max(longestNs, timeNs);
        }
    }

    /** The bridge takes the source away: what follows is no freeze. */
    void pause() {
        lastNs = NEVER;
    }

    /** From now on freezes count. */
    void begin() {
        isCounting = true;
    }

    /** The time since the last picture counts, if it is a freeze already; later ones don't. */
    void end(long nowNs) {
        if (lastNs != NEVER) {
            count(nowNs - lastNs);
        }
        isCounting = false;
    }

    long freezes() {
        return freezes;
    }

    long frozenNs() {
        return frozenNs;
    }

    long longestNs() {
        return longestNs;
    }
}

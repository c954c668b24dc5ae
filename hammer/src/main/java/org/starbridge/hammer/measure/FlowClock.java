package org.starbridge.hammer.measure;

/**
 * When one source's pictures came, beside when the bridge said that it forwards them: how long a viewer waited for the first
 * and looked at a standing one. Owned by the receiver's thread.
 */
final class FlowClock {
    private static final long NEVER = Long.MIN_VALUE / 2;

    private boolean isForwarded;
    private boolean isWaiting;
    private long sinceNs = NEVER;
    private long lastPictureNs = NEVER;
    private boolean isMeasuring;
    private boolean wasFlowing;
    private int beginnings;
    private long longestWaitNs;
    private long longestPauseNs;

    /** {@code isForwarded}: whether it is to flow from the beginning on, without a word of the bridge. */
    FlowClock(boolean isForwarded) {
        this.isForwarded = isForwarded;
    }

    void onForwarded(boolean forwarded, long nowNs) {
        if (forwarded == isForwarded) {
            return;
        }
        if (!forwarded) {
            measure(nowNs); // until now it was to come
        }
        isForwarded = forwarded;
        isWaiting = forwarded;
        sinceNs = nowNs;
    }

    void onPicture(long nowNs) {
        if (isMeasuring && nowNs - lastPictureNs > SelectedSource.SILENCE_NS) {
            beginnings++;
        }
        measure(nowNs);
        isWaiting = false;
        lastPictureNs = nowNs;
    }

    private void measure(long nowNs) {
        if (!isMeasuring || !isForwarded) {
            return;
        }
        if (isWaiting) {
            longestWaitNs = Math.max(longestWaitNs, nowNs - sinceNs);
        } else if (lastPictureNs > NEVER) {
            longestPauseNs = Math.max(longestPauseNs, nowNs - Math.max(lastPictureNs, sinceNs));
        }
    }

    /** From now on it is measured. */
    void begin(long nowNs) {
        isMeasuring = true;
        sinceNs = Math.max(sinceNs, nowNs);
    }

    /** From now on it is not any more. */
    void end(long nowNs) {
        measure(nowNs);
        isMeasuring = false;
        wasFlowing = isFlowing(nowNs);
    }

    boolean isFlowing(long nowNs) {
        return nowNs - lastPictureNs <= SelectedSource.SILENCE_NS;
    }

    boolean wasFlowing() {
        return wasFlowing;
    }

    int beginnings() {
        return beginnings;
    }

    long longestWaitNs() {
        return longestWaitNs;
    }

    long longestPauseNs() {
        return longestPauseNs;
    }
}

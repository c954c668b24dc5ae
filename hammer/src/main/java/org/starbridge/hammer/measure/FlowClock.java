package org.starbridge.hammer.measure;

import java.util.function.LongSupplier;

/**
 * Times at which one source's pictures came, beside when the bridge said that it forwards them: how long a viewer
 * waited for the first and looked at a frozen one. The wait begins with the sender's first packet, if that is later.
 * Owned by the receiver's thread.
 */
final class FlowClock {
    private static final long NEVER = Long.MIN_VALUE / 2;
    /** Pictures under way may overtake the bridge's word that it takes the source away. */
    private static final long OVERTAKING_NS = 500_000_000;

    private final LongSupplier firstSentNs;
    private boolean isForwarded;
    private boolean isWaiting;
    private long sinceNs = NEVER;
    private long lastPictureNs = NEVER;
    private boolean isMeasuring;
    private boolean wasFlowing;
    private boolean wasBeginning;
    private int beginnings;
    private long longestWaitNs;
    private long longestPauseNs;

    /**
     * One that has seen no picture.
     *
     * @param isForwarded whether it is to flow from the beginning on, without a word of the bridge
     * @param firstSentNs when the sender's first packet left; {@link Long#MAX_VALUE} before it
     */
    FlowClock(boolean isForwarded, LongSupplier firstSentNs) {
        this.firstSentNs = firstSentNs;
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
            longestWaitNs = Math.max(longestWaitNs, nowNs - Math.max(sinceNs, firstSentNs.getAsLong()));
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
        boolean isTakenAway = !isForwarded && lastPictureNs - sinceNs <= OVERTAKING_NS;
        wasFlowing = isFlowing(nowNs) && !isTakenAway;
        wasBeginning = isForwarded && isWaiting && !wasFlowing && nowNs - sinceNs <= SelectedSource.SILENCE_NS;
    }

    boolean isFlowing(long nowNs) {
        return nowNs - lastPictureNs <= SelectedSource.SILENCE_NS;
    }

    /**
     * Returns whether pictures came within the last second before the end, and not only because the source was just
     * taken away.
     */
    boolean wasFlowing() {
        return wasFlowing;
    }

    /**
     * Returns whether the bridge had announced the source less than a second before the end, and its first picture was
     * still to come.
     */
    boolean wasBeginning() {
        return wasBeginning;
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

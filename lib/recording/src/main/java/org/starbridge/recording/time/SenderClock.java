package org.starbridge.recording.time;

/**
 * Relation of a sender's wall clock to the local clock: the least of the last differences between the arrival of its
 * sender reports and the time in them. Shared by the streams of one sender, so that they stay together. One thread.
 */
public final class SenderClock {
    private static final int WINDOW = 32;
    /** A clock that was set; of reports that come late, two have to say so, which were not held up together. */
    private static final long JUMP_NS = 500_000_000;

    /** Reports do not come so much faster than any before, nor mostly so much later. */
    private static final long AHEAD_NS = 60_000_000;

    private static final long APART_NS = 300_000_000;
    private static final long SAME_NS = 100_000_000;
    /** What was held up together comes within this time. */
    private static final long TOGETHER_NS = 200_000_000;

    private final long[] differences = new long[WINDOW];
    private long audioDelayNs;
    private long videoDelayNs;
    private int count;
    private int epoch;
    private long last;
    private boolean isLate;
    private long lateNs;
    private long lateArrivalNs;
    private long heldUpArrivalNs = Long.MIN_VALUE / 2;
    private final Silence audioSilence = new Silence();
    private final Silence videoSilence = new Silence();

    /** The last silence of sound, or of pictures. */
    private static final class Silence {
        boolean isHeard;
        long lastNs;
        long fromNs;
        long toNs;

        void onFrame(long arrivalNs) {
            if (isHeard && arrivalNs - lastNs > TOGETHER_NS) {
                fromNs = lastNs;
                toNs = arrivalNs;
            }
            isHeard = true;
            lastNs = arrivalNs;
        }

        boolean was(long atNs, long lengthNs) {
            boolean isStill = atNs - lastNs > lengthNs;
            boolean isOver = toNs - fromNs > lengthNs && Math.abs(atNs - toNs) < TOGETHER_NS;
            return isHeard && (isStill || isOver);
        }
    }

    /** Returns whether a report has come. */
    boolean isKnown() {
        return count > 0;
    }

    /** Returns the value to be added to the sender's time. */
    long offsetNs() {
        long least = Long.MAX_VALUE;
        for (int i = 0; i < Math.min(count, WINDOW); i++) {
            least = Math.min(least, differences[i]);
        }
        return least;
    }

    /** Grows when the sender's clock was set: earlier reports mean another time. */
    int epoch() {
        return epoch;
    }

    /** The time from the capture of sound or pictures to their arrival, of an earlier stream of the sender; else 0. */
    long delayNs(boolean isVideo) {
        return isVideo ? videoDelayNs : audioDelayNs;
    }

    void keepDelay(boolean isVideo, long ns) {
        if (isVideo) {
            videoDelayNs = ns;
        } else {
            audioDelayNs = ns;
        }
    }

    /** Frames of one of its streams were held up on the way; the first of them came at this time. */
    void onHeldUp(long arrivalNs) {
        heldUpArrivalNs = arrivalNs;
    }

    /** Returns whether frames of one of its streams that came at about this time were held up. */
    boolean isHeldUp(long arrivalNs) {
        return Math.abs(arrivalNs - heldUpArrivalNs) < TOGETHER_NS;
    }

    void onFrame(boolean isVideo, long arrivalNs) {
        (isVideo ? videoSilence : audioSilence).onFrame(arrivalNs);
    }

    /** Returns whether it sends pictures, or sound, but for so long before about this time none came. */
    boolean isSilent(boolean isVideo, long atNs, long lengthNs) {
        return (isVideo ? videoSilence : audioSilence).was(atNs, lengthNs);
    }

    /**
     * A report of any of the sender's streams.
     *
     * @return whether it came as fast as others before
     */
    boolean onReport(long senderNs, long arrivalNs) {
        long difference = arrivalNs - senderNs;
        long error = count == 0 ? 0 : difference - offsetNs();
        boolean wasLate = isLate && arrivalNs - lateArrivalNs > APART_NS && Math.abs(difference - lateNs) < SAME_NS;
        boolean isSet = error < -AHEAD_NS || (error > JUMP_NS && wasLate);
        isLate = error > JUMP_NS && !isSet;
        if (isLate) {
            lateNs = difference;
            lateArrivalNs = arrivalNs;
            return false;
        }
        last = difference;
        if (isSet) {
            onSet();
        } else {
            add(difference);
        }
        return isSet || error < AHEAD_NS;
    }

    /** The clock was set before the last report. */
    void onSet() {
        count = 0;
        epoch++;
        add(last);
    }

    private void add(long difference) {
        differences[count % WINDOW] = difference;
        count = count + 1 == 2 * WINDOW ? WINDOW : count + 1;
    }

    /** Nanoseconds since 1900 without whole eras of 2^32 s, of an NTP timestamp. */
    static long nanoseconds(long ntp64) {
        return (ntp64 >>> 32) * 1_000_000_000L + (((ntp64 & 0xFFFFFFFFL) * 1_000_000_000L) >>> 32);
    }
}

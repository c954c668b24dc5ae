package org.starbridge.recording.hls;

/**
 * How a sender's wall clock relates to the local clock: from the arrival of its sender reports, smoothed. Shared by the
 * streams of one sender, so that they stay together. One thread.
 */
public final class SenderClock {
    private static final int SMOOTHING = 16;
    /** A clock that was set. */
    private static final long JUMP_NS = 2_000_000_000L;

    private boolean isKnown;
    private long offsetNs;

    boolean isKnown() {
        return isKnown;
    }

    /** What is to be added to the sender's time. */
    long offsetNs() {
        return offsetNs;
    }

    void onReport(long senderNs, long arrivalNs) {
        long sample = arrivalNs - senderNs;
        long error = sample - offsetNs;
        offsetNs = !isKnown || Math.abs(error) > JUMP_NS ? sample : offsetNs + error / SMOOTHING;
        isKnown = true;
    }

    /** Nanoseconds since 1900 without whole eras of 2^32 s, of an NTP timestamp. */
    static long nanoseconds(long ntp64) {
        return (ntp64 >>> 32) * 1_000_000_000L + (((ntp64 & 0xFFFFFFFFL) * 1_000_000_000L) >>> 32);
    }
}

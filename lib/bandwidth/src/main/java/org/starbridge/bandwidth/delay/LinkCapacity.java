package org.starbridge.bandwidth.delay;

import org.starbridge.bandwidth.state.Fields;

/**
 * Bitrate that the link carried when it was found full: the exponential average of the acknowledged bitrate at overuse,
 * with a variance normalised by the mean (libwebrtc link_capacity_estimator.cc). While it is known, the rate is
 * increased carefully; a bitrate outside of three standard deviations shows that the link has changed, and it is
 * forgotten. Owned by one worker.
 */
final class LinkCapacity {
    private static final double WEIGHT = 0.05;
    private static final double MIN_DEVIATION = 0.4;
    private static final double MAX_DEVIATION = 2.5;
    private static final double UNKNOWN = -1;

    private double kbps = UNKNOWN;
    private double deviation = MIN_DEVIATION;

    /** The link was full at this bitrate. */
    void onOveruse(long acknowledgedBps) {
        double sample = acknowledgedBps / 1e3;
        kbps = kbps == UNKNOWN ? sample : (1 - WEIGHT) * kbps + WEIGHT * sample;
        double error = kbps - sample;
        double normalised = error * error / Math.max(kbps, 1);
        deviation = Math.clamp((1 - WEIGHT) * deviation + WEIGHT * normalised, MIN_DEVIATION, MAX_DEVIATION);
    }

    void reset() {
        kbps = UNKNOWN;
    }

    boolean isKnown() {
        return kbps != UNKNOWN;
    }

    /** Only if known. */
    long bps() {
        return (long) (kbps * 1e3);
    }

    /** Above this, the link is another one; {@link Double#POSITIVE_INFINITY} if nothing is known. */
    double upperBps() {
        return isKnown() ? (kbps + 3 * spread()) * 1e3 : Double.POSITIVE_INFINITY;
    }

    /** Below this, the link is another one; 0 if nothing is known. */
    double lowerBps() {
        return isKnown() ? Math.max(0, kbps - 3 * spread()) * 1e3 : 0;
    }

    private double spread() {
        return Math.sqrt(deviation * kbps);
    }

    /** Its fields. */
    void state(Fields fields) {
        kbps = fields.f64(kbps);
        deviation = fields.f64(deviation);
    }
}

package org.starbridge.bandwidth.simulation;

import org.starbridge.bandwidth.feedback.FeedbackReport;

/**
 * Controller of the rate of one flow as {@link MediaFlow} drives it: the bridge's estimator, a mutant of it, or a
 * reference. What is optional has a default of a controller that neither probes nor pads.
 */
interface Controller {
    /** Packets can be sent from now on. */
    void onTransportReady(long nowNs);

    /** The bitrate of everything that the receiver would get without a limit, and of what it gets. */
    default void onAllocation(long nowNs, long wishBps, long sentBps) {}

    /** Returns the number of a packet that is sent now. */
    long onSent(long nowNs, int sizeBytes, int probeId);

    /** A feedback came. */
    void onFeedback(long nowNs, FeedbackReport report);

    /** The time of {@link #nextDeadlineNs} has come. */
    default void onTick(long nowNs) {}

    /** Returns the time of the next tick or probe. */
    default long nextDeadlineNs() {
        return Long.MAX_VALUE;
    }

    /** Returns the id for every packet that is sent now; 0 if no probe has begun. */
    default int activeProbe() {
        return 0;
    }

    /** Returns how many bytes a probe sends now. */
    default int probeBytesDue(long nowNs) {
        return 0;
    }

    /** Returns whether a probe has begun or waits. */
    default boolean isProbing() {
        return false;
    }

    /** Returns the bitrate that may be sent. */
    long targetBps();

    /** Returns up to which bitrate padding fills what is sent; 0 for none. */
    default long paddingBps() {
        return 0;
    }

    /** Returns the time of the last overuse. */
    default long overusedAtNs() {
        return Long.MIN_VALUE;
    }

    /** Returns how often the receiver sends feedback to such a controller: browsers do each 100 ms. */
    default long feedbackNs() {
        return 100 * VirtualTime.MS;
    }
}

package org.starbridge.control.participant;

import org.starbridge.lastn.allocation.Allocation;
import org.starbridge.lastn.allocation.SourceAllocation;

/**
 * Quality of an endpoint's connection, from 0 (unusable) to 100 (flawless). Pure.
 *
 * <p>Each of four things takes a share away, and the shares multiply, because they are felt together: what is lost on
 * the worse of the two ways, how long the way is, how unevenly packets come, and how much less video there is room for
 * than the client asked for. What each costs is a line through a few points, set where people notice: a loss of 2 % is
 * heard, at 10 % speech is unintelligible; with more than 300 ms there and back people interrupt each other (ITU-T
 * G.114 has half of that for one way).
 */
public final class ConnectionQuality {
    /** Nothing is known yet. */
    public static final int UNKNOWN = -1;

    private static final double[][] LOSS = {
        {0, 1}, {0.005, 1}, {0.02, 0.9}, {0.05, 0.7}, {0.1, 0.4}, {0.25, 0.1}, {0.5, 0}
    };
    private static final double[][] ROUND_TRIP_MS = {{0, 1}, {150, 1}, {300, 0.9}, {600, 0.6}, {1000, 0.3}, {3000, 0}};
    private static final double[][] JITTER_MS = {{0, 1}, {20, 1}, {50, 0.9}, {100, 0.7}, {200, 0.4}, {1000, 0.1}};
    private static final double[][] STARVED = {{0, 1}, {0.5, 0.8}, {1, 0.4}};

    private ConnectionQuality() {}

    /**
     * Values that were measured.
     *
     * @param inboundLoss of what it sent, 0 to 1
     * @param outboundLoss of what it was sent, 0 to 1
     * @param roundTripMs 0 while unknown
     * @param jitterMs on the worse of both ways
     * @param starved how much of the video that it wants there is no room for, 0 to 1
     */
    public record Measured(
            double inboundLoss, double outboundLoss, double roundTripMs, double jitterMs, double starved) {}

    public static int score(Measured measured) {
        double loss = at(LOSS, Math.max(measured.inboundLoss, measured.outboundLoss));
        double share = loss
                * at(ROUND_TRIP_MS, measured.roundTripMs)
                * at(JITTER_MS, measured.jitterMs)
                * at(STARVED, measured.starved);
        return (int) Math.round(100 * share);
    }

    /**
     * Returns how much of the video that a receiver wants bandwidth keeps away, 0 to 1: the mean over the sources it
     * wants.
     */
    public static double starved(Allocation allocation) {
        double missing = 0;
        int wanted = 0;
        for (SourceAllocation source : allocation.sources()) {
            if (source.ideal() != null && allocation.budget().isLimited()) {
                wanted++;
                double idealBps = Math.max(1, source.ideal().bitrateBps());
                double targetBps = source.target() == null
                        ? 0
                        : Math.max(1, source.target().bitrateBps());
                missing += Math.max(0, 1 - targetBps / idealBps);
            }
        }
        return wanted == 0 ? 0 : missing / wanted;
    }

    /** On the line through points, which begins and ends level. */
    private static double at(double[][] points, double value) {
        for (int i = 1; i < points.length; i++) {
            if (value < points[i][0]) {
                double[] from = points[i - 1];
                double[] to = points[i];
                return from[1] + (to[1] - from[1]) * (value - from[0]) / (to[0] - from[0]);
            }
        }
        return points[points.length - 1][1];
    }
}

package org.starbridge.hammer.hls;

/**
 * Rate at which a player plays to come back to its hold-back, as hls.js computes it (1.4,
 * {@code latency-controller.ts}). Stateless.
 */
final class CatchUp {
    private static final double LEAST_DISTANCE_SECONDS = 0.05;
    private static final double LEAST_BUFFER_SECONDS = 1;
    private static final double STEEPNESS = 0.75;
    private static final double STEPS = 20;
    /** After each stall a player stays so much farther away, up to a target duration. */
    private static final double SECONDS_PER_STALL = 1;

    private CatchUp() {}

    /** Returns the distance from the live edge that a player wants. */
    static double wantedLatencySeconds(double holdBackSeconds, long targetSeconds, int stalls) {
        return holdBackSeconds + Math.min(stalls * SECONDS_PER_STALL, (double) targetSeconds);
    }

    /**
     * The rate of playing; 1 is the speed of life.
     *
     * @param distanceSeconds how much farther from the live edge than wanted it plays
     * @param liveSeconds what is farther away is not live any more, and not caught up with
     * @param leftSeconds what is in the buffer
     * @param maxRate the most
     */
    static double rate(double distanceSeconds, double liveSeconds, double leftSeconds, double maxRate) {
        if (distanceSeconds <= LEAST_DISTANCE_SECONDS
                || distanceSeconds >= liveSeconds
                || leftSeconds <= LEAST_BUFFER_SECONDS) {
            return 1;
        }
        double rate = Math.round(2 / (1 + Math.exp(-STEEPNESS * distanceSeconds)) * STEPS) / STEPS;
        return Math.clamp(rate, 1, maxRate);
    }
}

package org.starbridge.hammer.hls;

/**
 * Number of processors that viewers take together with the bridge that they watch, by what both use on loopback. An
 * estimate: good enough to say before a long run that it cannot work. Immutable.
 *
 * @param gigabitsPerSecond to all viewers, on average
 * @param requestsPerSecond of all viewers, on average
 */
public record ViewerDemand(double gigabitsPerSecond, double requestsPerSecond) {
    /**
     * Bridge and Hammer together, fitted to twelve measurements with 600 to 4000 viewers (docs/hls.md, "What it
     * costs"). Eleven of them are met within a fifth; 1000 viewers of whole segments took 0.58, not 0.33.
     */
    private static final double CORES_PER_GIGABIT = 0.14;

    private static final double MICROS_PER_REQUEST = 110;

    /**
     * The average must leave a part of the processors free, because all viewers request a part in the same moment. By
     * docs/hls.md, 2000 viewers at 73 % of two processors are served in time, and 2500 viewers at 93 % are not.
     */
    private static final double USABLE = 0.7;

    /** Processors that bridge and Hammer keep busy on average. */
    public double cores() {
        return gigabitsPerSecond * CORES_PER_GIGABIT + requestsPerSecond * MICROS_PER_REQUEST / 1e6;
    }

    /** Returns whether the machine is too small. */
    public boolean exceeds(int processors) {
        return cores() > processors * USABLE;
    }
}

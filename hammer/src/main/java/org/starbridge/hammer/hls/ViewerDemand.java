package org.starbridge.hammer.hls;

/**
 * How many processors viewers take together with the bridge that they watch, by what both use on loopback. An estimate:
 * good enough to say before a long run that it cannot work. Immutable.
 *
 * @param gigabitsPerSecond to all viewers, on average
 * @param requestsPerSecond of all viewers, on average
 */
public record ViewerDemand(double gigabitsPerSecond, double requestsPerSecond) {
    /**
     * Bridge and Hammer together, solved from two measurements in docs/hls.md ("What it costs"): 0.90 of a core at 0.67
     * Gbit/s and 8,270 requests/s (1000 viewers, parts of 500 ms), 0.82 at 1.10 Gbit/s and 2,590 requests/s (600
     * viewers, parts of 1 s, mean of two runs).
     */
    private static final double CORES_PER_GIGABIT = 0.60;

    private static final double MICROS_PER_REQUEST = 60;

    /**
     * The average must leave half of the processors free, because all viewers request a part in the same moment. By
     * docs/hls.md, 1000 viewers at 45 % of two processors are served in time, and 2000 viewers at 85 % are not.
     */
    private static final double USABLE = 0.5;

    /** Processors that bridge and Hammer keep busy on average. */
    public double cores() {
        return gigabitsPerSecond * CORES_PER_GIGABIT + requestsPerSecond * MICROS_PER_REQUEST / 1e6;
    }

    /** Whether the machine is too small. */
    public boolean exceeds(int processors) {
        return cores() > processors * USABLE;
    }
}

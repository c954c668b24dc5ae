package org.starbridge.bandwidth.delay;

/**
 * Parameters that tell a queue from jitter and from a stall. Not in libwebrtc.
 *
 * @param weight of each group in the average deviation: 0.01 is about 100 groups, 1 to 3 s
 * @param factor a queue is longer than this multiple of the deviation
 * @param floorMs and than this
 * @param ceilingMs but a delay that is longer than this is a queue, whatever the deviation
 * @param baseNs the shortest delay is looked for in this time, and up to twice of it
 * @param falling a delay below this share of the longest one of the last groups is a queue that drains
 */
public record DelayNoiseConfig(
        double weight, double factor, double floorMs, double ceilingMs, long baseNs, double falling) {
    /** Checks ranges. */
    public DelayNoiseConfig {
        if (!(weight > 0 && weight <= 1)
                || factor < 0
                || floorMs < 0
                || ceilingMs < floorMs
                || baseNs <= 0
                || falling < 0
                || falling > 1) {
            throw new IllegalArgumentException(
                    "weight " + weight + ", factor " + factor + ", floor " + floorMs + " ms");
        }
    }

    /** Found by simulation of jitter up to ± 60 ms and of stalls of 200 ms. */
    public static DelayNoiseConfig defaults() {
        return new DelayNoiseConfig(0.01, 3.5, 3, 80, 5_000_000_000L, 0.75);
    }
}

package org.starbridge.bandwidth.throughput;

/**
 * The window of the acknowledged bitrate. Defaults are those of libwebrtc's RobustThroughputEstimatorSettings.
 *
 * @param minPackets packets before there is a result, and above which packets older than {@code minSpanNs} leave
 * @param targetPackets the window keeps at least this many if they are younger than {@code maxSpanNs}
 * @param maxPackets never more than these, which bounds memory: 500 × 10 bytes = 5 KB
 * @param minSpanNs a second of a fast stream
 * @param maxSpanNs five seconds of a slow one
 */
public record ThroughputConfig(int minPackets, int targetPackets, int maxPackets, long minSpanNs, long maxSpanNs) {
    /** Checks the order of the bounds. */
    public ThroughputConfig {
        if (minPackets < 2 || targetPackets < minPackets || maxPackets < targetPackets) {
            throw new IllegalArgumentException("packets " + minPackets + ", " + targetPackets + ", " + maxPackets
                    + ": expected 2 or more, in increasing order");
        }
        if (minSpanNs <= 0 || maxSpanNs < minSpanNs) {
            throw new IllegalArgumentException(
                    "spans " + minSpanNs + ", " + maxSpanNs + " ns: expected increasing order");
        }
    }

    /** libwebrtc's values of 2025. */
    public static ThroughputConfig defaults() {
        return new ThroughputConfig(10, 20, 500, 1_000_000_000L, 5_000_000_000L);
    }
}

package org.starbridge.bandwidth.delay;

/**
 * Additive increase, multiplicative decrease. Defaults are those of libwebrtc's aimd_rate_control.cc.
 *
 * @param decreaseFactor of the acknowledged bitrate, at overuse: 0.85 leaves 15 % for the queue to drain
 * @param applicationLimitedShare a transport that sends less than this share of the estimate falls gently
 * @param gentleFactor and by this factor
 * @param decreaseExtraBps also subtracted, so that small rates fall, too
 * @param increasePerSecond the factor while no capacity is known
 * @param minIncreaseBps and at least this much
 * @param minAdditiveBpsPerSecond the least increase per second near a known capacity
 * @param acknowledgedFactor the estimate does not grow above this multiple of the acknowledged bitrate
 * @param acknowledgedExtraBps plus this
 * @param initialAfterNs without overuse and probes, the acknowledged bitrate is the first estimate after this time
 */
public record AimdConfig(
        double decreaseFactor,
        double applicationLimitedShare,
        double gentleFactor,
        long decreaseExtraBps,
        double increasePerSecond,
        long minIncreaseBps,
        long minAdditiveBpsPerSecond,
        double acknowledgedFactor,
        long acknowledgedExtraBps,
        long initialAfterNs) {
    /** Checks ranges. */
    public AimdConfig {
        if (!(decreaseFactor > 0 && decreaseFactor < 1)) {
            throw new IllegalArgumentException("decreaseFactor " + decreaseFactor + ": expected 0 to 1, exclusive");
        }
        if (!(increasePerSecond > 1) || !(acknowledgedFactor >= 1)) {
            throw new IllegalArgumentException("factors of increase: expected more than 1");
        }
    }

    /** libwebrtc's values of 2025; what concerns application-limited transports is ours. */
    public static AimdConfig defaults() {
        return new AimdConfig(0.85, 0.9, 0.95, 5_000, 1.08, 1_000, 4_000, 1.5, 10_000, 5_000_000_000L);
    }
}

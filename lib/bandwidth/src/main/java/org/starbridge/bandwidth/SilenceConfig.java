package org.starbridge.bandwidth;

/**
 * Behaviour while a receiver does not answer what is sent to it. libwebrtc begins after 3 s (rtt_based_backoff),
 * because its encoder is the only one that suffers. A bridge sends many receivers through links that they share.
 *
 * @param noGrowthNs no probe is sent after this time, or three feedback intervals and a round trip, if these are longer
 * @param backoffNs the rate falls after this time, or five feedback intervals and a round trip, if these are longer
 * @param stepNs and then once in this time
 * @param factor by this factor
 */
public record SilenceConfig(long noGrowthNs, long backoffNs, long stepNs, double factor) {
    /** Checks ranges. */
    public SilenceConfig {
        if (noGrowthNs <= 0 || backoffNs < noGrowthNs || stepNs <= 0 || !(factor > 0 && factor < 1)) {
            throw new IllegalArgumentException(
                    "silence " + noGrowthNs + ", " + backoffNs + ", " + stepNs + " ns, factor " + factor);
        }
    }

    /** 0.5 s and 1 s; × 0.8 each 0.5 s, so a tenth is left 6 s after the last answer. */
    public static SilenceConfig defaults() {
        return new SilenceConfig(500_000_000L, 1_000_000_000L, 500_000_000L, 0.8);
    }
}

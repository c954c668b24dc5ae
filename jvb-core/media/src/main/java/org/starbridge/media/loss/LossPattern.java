package org.starbridge.media.loss;

/**
 * Pattern of packets that are lost on purpose: bursts first, then by chance.
 *
 * @param rate the share that is lost by chance, 0 to 1
 * @param burstSize how many packets in a row are lost
 * @param burstInterval in every so many packets; 0 for no bursts
 */
public record LossPattern(double rate, int burstSize, int burstInterval) {
    /** Nothing is lost. */
    public static final LossPattern NONE = new LossPattern(0, 0, 0);

    public LossPattern {
        if (!(rate >= 0 && rate <= 1)) {
            throw new IllegalArgumentException("loss rate " + rate + ": expected 0 to 1");
        }
        if (burstSize < 0 || burstInterval < 0 || (burstInterval > 0 && burstSize > burstInterval)) {
            throw new IllegalArgumentException("bursts of " + burstSize + " in " + burstInterval
                    + " packets: expected 0 or more, and no more than the interval");
        }
    }

    /** Returns whether anything is lost. */
    public boolean isOn() {
        return rate > 0 || (burstInterval > 0 && burstSize > 0);
    }
}

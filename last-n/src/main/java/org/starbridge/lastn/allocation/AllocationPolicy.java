package org.starbridge.lastn.allocation;

/**
 * What the bridge prefers when it divides bandwidth; the same for all receivers.
 *
 * @param preferredHeightPx a camera is brought to this height before smoothness below it is given up for more, and on
 *     stage before others get anything; 360 as in {@code cc.onstage-preferred-height-px}
 * @param preferredFramesPerSecond the smoothness that goes with it; 30
 * @param allowOversendOnStage whether a shared screen on stage may exceed the budget
 * @param maxOversendBps by how much; 500 kbit/s
 * @param steps how hesitant it is to try more
 */
public record AllocationPolicy(
        int preferredHeightPx,
        double preferredFramesPerSecond,
        boolean allowOversendOnStage,
        long maxOversendBps,
        Hesitation steps) {

    /** @throws IllegalArgumentException if a figure is negative */
    public AllocationPolicy {
        if (preferredHeightPx < 0 || preferredFramesPerSecond < 0 || maxOversendBps < 0) {
            throw new IllegalArgumentException("preferredHeightPx " + preferredHeightPx + ", preferredFramesPerSecond "
                    + preferredFramesPerSecond + ", maxOversendBps " + maxOversendBps + ": expected nothing negative");
        }
    }

    /** What deployments are used to. */
    public static AllocationPolicy defaults() {
        return new AllocationPolicy(360, 30, true, 500_000, Hesitation.DEFAULT);
    }

    /**
     * What keeps a receiver's layers from going up and down: a layer that bandwidth denied it before has to fit with
     * some room to spare, and with much more for a time after it was lost. That time doubles each time the layer is
     * lost soon after it was gained.
     *
     * @param headroomPercent of the layer's bitrate, for what was denied
     * @param heldHeadroomPercent of the layer's bitrate, for what was lost lately
     * @param holdNs how long the latter applies
     * @param maxHoldNs how long at most
     * @param soonNs what is lost within this time after it was gained, was gained too early
     */
    public record Hesitation(int headroomPercent, int heldHeadroomPercent, long holdNs, long maxHoldNs, long soonNs) {
        /** A tenth, a half, 2 s to 60 s, 10 s. */
        public static final Hesitation DEFAULT =
                new Hesitation(10, 50, 2_000_000_000L, 60_000_000_000L, 10_000_000_000L);

        /** Every run is as if it were the first. */
        public static final Hesitation NONE = new Hesitation(0, 0, 0, 0, 0);

        /** @throws IllegalArgumentException if a figure is negative */
        public Hesitation {
            if (headroomPercent < 0 || heldHeadroomPercent < 0 || holdNs < 0 || maxHoldNs < 0 || soonNs < 0) {
                throw new IllegalArgumentException("hesitation: expected nothing negative");
            }
        }
    }
}

package org.starbridge.lastn.allocation;

/**
 * Preferences of the bridge when it divides bandwidth; the same for all receivers.
 *
 * @param preferredHeightPx a camera is brought to this height before smoothness below it is given up for more, and on
 *     stage before others get anything; 360 as in {@code cc.onstage-preferred-height-px}
 * @param preferredFramesPerSecond the smoothness that goes with it; 30
 * @param allowOversendOnStage whether a shared screen on stage may exceed the budget; true: a frozen screen is useless
 * @param maxOversendBps by how much; 500 kbit/s
 * @param stageOrder what others get while a source on stage is below its preferred quality; what it leaves
 * @param steps how hesitant it is to try more
 */
public record AllocationPolicy(
        int preferredHeightPx,
        double preferredFramesPerSecond,
        boolean allowOversendOnStage,
        long maxOversendBps,
        StageOrder stageOrder,
        Hesitation steps) {

    /** Shares of the sources behind one on stage that bandwidth keeps from its preferred quality. */
    public enum StageOrder {
        /**
         * They get what it leaves, as far as no picture is better than the one on stage. It takes back what it needs.
         */
        LEND,
        /** They get nothing, as in Jitsi Videobridge. */
        STRICT
    }

    /** @throws IllegalArgumentException if a figure is negative */
    public AllocationPolicy {
        if (preferredHeightPx < 0 || preferredFramesPerSecond < 0 || maxOversendBps < 0) {
            throw new IllegalArgumentException("preferredHeightPx " + preferredHeightPx + ", preferredFramesPerSecond "
                    + preferredFramesPerSecond + ", maxOversendBps " + maxOversendBps + ": expected 0 or more");
        }
    }

    /** Returns the policy that deployments are used to. */
    public static AllocationPolicy defaults() {
        return new AllocationPolicy(360, 30, true, 500_000, StageOrder.LEND, Hesitation.DEFAULT);
    }

    /**
     * Settings that keep a receiver's layers from going up and down. A step down is never delayed. After it a source
     * waits for a moment before it goes up again. A step up that is lost again soon has failed: it is tried later each
     * time, and then needs some room to spare.
     *
     * @param pauseNs the time between a step down and the next step up
     * @param soonNs a layer that is lost within this time after it was gained has failed
     * @param backOffNs how long a layer that failed once is not tried again
     * @param backOffFactor by which that time grows with each further failure
     * @param maxBackOffNs the longest such time
     * @param headroomPercent of its bitrate, what a layer that failed needs to spare
     */
    public record Hesitation(
            long pauseNs, long soonNs, long backOffNs, double backOffFactor, long maxBackOffNs, int headroomPercent) {
        /** 1 s; 10 s; 3 s, times 1.5, up to 60 s; a tenth. */
        public static final Hesitation DEFAULT =
                new Hesitation(1_000_000_000L, 10_000_000_000L, 3_000_000_000L, 1.5, 60_000_000_000L, 10);

        /** Every run is as if it were the first. */
        public static final Hesitation NONE = new Hesitation(0, 0, 0, 1, 0, 0);

        /** @throws IllegalArgumentException if a figure is negative, or the factor below 1 */
        public Hesitation {
            if (pauseNs < 0 || soonNs < 0 || backOffNs < 0 || maxBackOffNs < 0 || headroomPercent < 0) {
                throw new IllegalArgumentException("hesitation: expected 0 or more");
            }
            if (!(backOffFactor >= 1)) {
                throw new IllegalArgumentException("backOffFactor " + backOffFactor + ": expected 1 or more");
            }
        }

        /** Returns the time for which a layer is not tried again that failed so often, 1 or more. */
        long backOffNs(int failures) {
            return (long) Math.min((double) maxBackOffNs, backOffNs * Math.pow(backOffFactor, failures - 1.0));
        }
    }
}

package org.starbridge.bandwidth.delay;

/**
 * Parameters for the grouping of packets. Defaults are those of libwebrtc's inter_arrival_delta.cc.
 *
 * @param groupNs packets sent within this time form a group: 5 ms, the interval of libwebrtc's pacer
 * @param burstGapNs packets that catch up with their group and arrive within this time of it belong to it
 * @param maxBurstNs but a group does not become longer than this
 * @param clockJumpNs an arrival time that is so much ahead of the local time means another clock
 * @param reorderedGroups so many groups that arrive before their predecessor mean another clock, too
 */
public record InterArrivalConfig(
        long groupNs, long burstGapNs, long maxBurstNs, long clockJumpNs, int reorderedGroups) {
    /** Checks that times are positive. */
    public InterArrivalConfig {
        if (groupNs <= 0 || burstGapNs < 0 || maxBurstNs < groupNs || clockJumpNs <= 0 || reorderedGroups < 1) {
            throw new IllegalArgumentException("expected positive times, and a burst as long as a group at least");
        }
    }

    /** libwebrtc's values of 2025. */
    public static InterArrivalConfig defaults() {
        return new InterArrivalConfig(5_000_000L, 5_000_000L, 100_000_000L, 3_000_000_000L, 3);
    }
}

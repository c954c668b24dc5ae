package org.starbridge.hammer.client.result;

/**
 * Counts of one endpoint's link, and of what the endpoint saw. Immutable. Times are nanoseconds of one clock.
 *
 * @param link its number; endpoints with the same number share it
 * @param spec as it was given
 * @param deliveredBps what came to this endpoint in the window, with headers; {@code down} is of all behind the link
 * @param windowStartNs when the window was opened, and the schedules of the rates started
 * @param windowEndNs when it was closed
 * @param down from the bridge to the endpoint
 * @param up from the endpoint to the bridge
 */
public record LinkCount(
        int link,
        String spec,
        double deliveredBps,
        long windowStartNs,
        long windowEndNs,
        LinkDirectionCount down,
        LinkDirectionCount up,
        PictureTimes pictures) {}

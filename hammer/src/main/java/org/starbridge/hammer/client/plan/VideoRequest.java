package org.starbridge.hammer.client.plan;

import org.starbridge.colibri.channel.BridgeChannelMessage.ReceiverVideoConstraints;
import org.starbridge.colibri.channel.VideoConstraint;

/**
 * Video that each endpoint asks the bridge for.
 *
 * @param lastN the most video sources; -1 all
 * @param maxHeightPx of each; -1 any, 0 none
 */
public record VideoRequest(int lastN, int maxHeightPx) {
    /** All sources at any size. */
    public static final VideoRequest EVERYTHING = new VideoRequest(-1, -1);

    public VideoRequest {
        if (lastN < -1) {
            throw new IllegalArgumentException("lastN " + lastN + ": expected -1 or more");
        }
        if (maxHeightPx < -1) {
            throw new IllegalArgumentException("maxHeightPx " + maxHeightPx + ": expected -1 or more");
        }
    }

    /** Returns whether it leaves nothing out. */
    public boolean isEverything() {
        return equals(EVERYTHING);
    }

    /** Returns how many of {@code others} video sources it comes to. */
    public int sourcesOf(int others) {
        return maxHeightPx == 0 ? 0 : lastN < 0 ? others : Math.min(lastN, others);
    }

    /** Returns which of these heights, low to high, it comes to: the greatest within the limit, or the lowest. */
    public int heightOf(int[] heightsPx) {
        int best = heightsPx[0];
        for (int height : heightsPx) {
            if (maxHeightPx < 0 || height <= maxHeightPx) {
                best = Math.max(best, height);
            }
        }
        return best;
    }

    public ReceiverVideoConstraints toMessage() {
        return new ReceiverVideoConstraints(
                lastN,
                null,
                null,
                new VideoConstraint(maxHeightPx, VideoConstraint.UNLIMITED.maxFrameRate()),
                null,
                null);
    }
}

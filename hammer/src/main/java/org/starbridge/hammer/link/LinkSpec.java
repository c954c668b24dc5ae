package org.starbridge.hammer.link;

import org.starbridge.transport.link.LinkConditions;

/**
 * A kind of link and how many endpoints are behind one of it. Immutable.
 *
 * @param side which endpoints
 * @param share of these, more than 0 to 1; rounded up to whole endpoints
 * @param count instead of a share, how many; 0 if the share counts
 * @param group how many are behind one link together, 1 or more
 * @param down from the bridge to the endpoint
 * @param up from the endpoint to the bridge
 * @param text as it was given
 */
public record LinkSpec(
        Side side, double share, int count, int group, LinkConditions down, LinkConditions up, String text) {
    /** Endpoints that may be behind a link. */
    public enum Side {
        /** Those that only receive; if there are none, all. */
        RECEIVERS,
        SENDERS,
        ALL
    }

    /** Returns how many of {@code candidates} endpoints are behind such a link. */
    int of(int candidates) {
        return count > 0 ? Math.min(count, candidates) : (int) Math.ceil(share * candidates - 1e-9);
    }
}

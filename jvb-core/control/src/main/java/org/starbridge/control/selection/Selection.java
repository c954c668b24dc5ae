package org.starbridge.control.selection;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.starbridge.lastn.allocation.Allocation;
import org.starbridge.media.api.ForwardingTable;

/**
 * Result of one run of a {@link Selector}.
 *
 * @param table for the media workers
 * @param allocations what each member gets of the others' video sources and why, by endpoint key; members that take no
 *     video are not in it
 * @param wantedHeightsPx of each video source the greatest height that a receiver wants, for its owner: see
 *     {@link org.starbridge.lastn.allocation.SenderConstraints}
 */
public record Selection(
        ForwardingTable table, Map<Integer, Allocation> allocations, Map<String, Integer> wantedHeightsPx) {
    public Selection {
        allocations = Map.copyOf(allocations);
        wantedHeightsPx = Map.copyOf(wantedHeightsPx);
    }

    /** Names of the video sources that each member gets, the most important first, by endpoint key. */
    public Map<Integer, List<String>> forwardedVideo() {
        Map<Integer, List<String>> forwarded = new HashMap<>();
        allocations.forEach((key, allocation) -> forwarded.put(key, allocation.forwardedSources()));
        return forwarded;
    }

    /** Returns what a member gets; {@link Allocation#NOTHING} if it takes no video. */
    public Allocation allocation(int endpointKey) {
        return allocations.getOrDefault(endpointKey, Allocation.NOTHING);
    }
}

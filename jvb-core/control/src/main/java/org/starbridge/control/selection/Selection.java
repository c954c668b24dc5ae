package org.starbridge.control.selection;

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

    /** Returns what a member gets; {@link Allocation#NOTHING} if it takes no video. */
    public Allocation allocation(int endpointKey) {
        return allocations.getOrDefault(endpointKey, Allocation.NOTHING);
    }
}

package org.starbridge.control.relay;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.starbridge.control.channel.MessageCounts;
import org.starbridge.lastn.allocation.Allocation;
import org.starbridge.media.api.EndpointStats;
import org.starbridge.transport.ice.IceState;

/**
 * One relay at one moment.
 *
 * @param id the other bridge's relay id
 * @param meshId the mesh that it belongs to, or null
 * @param iceState as its worker last reported
 * @param dtlsConnected media can flow
 * @param channelOpen the bridges can exchange messages
 * @param endpoints ids of the participants behind it
 * @param wantedHeightsPx up to which height the other bridge wants sources, in pixels, by name; -1 is without a limit
 * @param askedHeightsPx the same for what is wanted here of the other bridge
 * @param messages what the bridges said to each other
 * @param allocation which of the wanted video the link carries; empty while nothing limits it
 * @param stats its traffic, at most about a second old
 */
public record RelaySnapshot(
        String id,
        @Nullable String meshId,
        IceState iceState,
        boolean dtlsConnected,
        boolean channelOpen,
        List<String> endpoints,
        Map<String, Integer> wantedHeightsPx,
        Map<String, Integer> askedHeightsPx,
        MessageCounts.Snapshot messages,
        Allocation allocation,
        EndpointStats stats) {
    public RelaySnapshot {
        endpoints = List.copyOf(endpoints);
        wantedHeightsPx = Map.copyOf(wantedHeightsPx);
        askedHeightsPx = Map.copyOf(askedHeightsPx);
    }
}

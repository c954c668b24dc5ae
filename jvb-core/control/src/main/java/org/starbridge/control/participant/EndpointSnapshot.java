package org.starbridge.control.participant;

import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.starbridge.control.channel.MessageCounts;
import org.starbridge.lastn.ReceiverConstraints;
import org.starbridge.lastn.allocation.Allocation;
import org.starbridge.media.api.BandwidthEstimate;
import org.starbridge.media.api.EndpointStats;
import org.starbridge.media.api.LayersSnapshot;
import org.starbridge.media.api.MediaKind;
import org.starbridge.transport.ice.IceState;

/**
 * One endpoint at one moment.
 *
 * @param id its Colibri2 id
 * @param statsId display name in logs and statistics; null when it has none
 * @param visitor receives only
 * @param diarize whether media exports ask to tell speakers of its audio apart
 * @param iceState as its worker last told
 * @param dtlsConnected media can flow
 * @param channelOpen its client has a bridge channel open
 * @param sources names of what it declared to send
 * @param forwardedVideo names of the video sources it gets, most important first
 * @param mutedKinds what force-mute drops
 * @param constraints its receiver constraints
 * @param allocation which video it gets, and why
 * @param allocatedBy the bandwidth estimate that the allocation was decided by
 * @param active whether the bridge hears from it
 * @param messages what it and the bridge said to each other
 * @param connection how good its connection is
 * @param stats its traffic, at most about a second old
 * @param video what it sends of video
 */
public record EndpointSnapshot(
        String id,
        @Nullable String statsId,
        boolean visitor,
        boolean diarize,
        IceState iceState,
        boolean dtlsConnected,
        boolean channelOpen,
        List<String> sources,
        List<String> forwardedVideo,
        Set<MediaKind> mutedKinds,
        ReceiverConstraints constraints,
        Allocation allocation,
        BandwidthEstimate allocatedBy,
        boolean active,
        MessageCounts.Snapshot messages,
        Connection connection,
        EndpointStats stats,
        List<SentVideo> video) {
    public EndpointSnapshot {
        video = List.copyOf(video);
        sources = List.copyOf(sources);
        forwardedVideo = List.copyOf(forwardedVideo);
        mutedKinds = Set.copyOf(mutedKinds);
    }

    /**
     * Quality of its connection at the last look.
     *
     * @param quality 0 to 100; -1 while nothing is known
     * @param starved how much of the video that it wants there was no room for, 0 to 1
     */
    public record Connection(int quality, double starved) {}

    /**
     * One video source that it sends.
     *
     * @param source its name
     * @param isScreen whether it is a shared screen, which may stand still
     * @param isMuted whether its owner says that nothing of it is sent
     * @param layers what comes of it; null before anything is known
     */
    public record SentVideo(
            String source,
            boolean isScreen,
            boolean isMuted,
            @Nullable LayersSnapshot layers) {}
}

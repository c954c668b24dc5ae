package org.starbridge.control.conference;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.starbridge.colibri.MediaSource;
import org.starbridge.control.export.ExportReport;
import org.starbridge.control.participant.EndpointSnapshot;
import org.starbridge.control.relay.RelaySnapshot;

/**
 * One conference at one moment.
 *
 * @param id the bridge-local id
 * @param meetingId what Colibri2 calls it
 * @param name its room, for people; null when it has none
 * @param rtcstatsEnabled whether it takes part in the statistics export
 * @param createdAtNs on the monotonic clock
 * @param feedbackSources {@code jvb-a0} and {@code jvb-v0}
 * @param endpoints in the order in which they came
 * @param relays to other bridges, in the order in which they came
 * @param dominantSpeaker id of the dominant speaker; null while there is none
 * @param bySpeechActivity ids of all who may speak, those on other bridges included, those who spoke last first
 * @param audioSources of all participants, those on other bridges included
 * @param exports media exports, in the order in which they were made
 */
public record ConferenceSnapshot(
        String id,
        String meetingId,
        @Nullable String name,
        boolean rtcstatsEnabled,
        long createdAtNs,
        List<MediaSource> feedbackSources,
        List<EndpointSnapshot> endpoints,
        List<RelaySnapshot> relays,
        @Nullable String dominantSpeaker,
        List<String> bySpeechActivity,
        List<AudioSource> audioSources,
        List<ExportReport> exports) {
    public ConferenceSnapshot {
        feedbackSources = List.copyOf(feedbackSources);
        endpoints = List.copyOf(endpoints);
        relays = List.copyOf(relays);
        bySpeechActivity = List.copyOf(bySpeechActivity);
        audioSources = List.copyOf(audioSources);
        exports = List.copyOf(exports);
    }

    /**
     * An SSRC that is declared for audio.
     *
     * @param source the name of its source
     * @param owner the id of the participant
     * @param isSynthetic whether a bridge makes its packets
     */
    public record AudioSource(int ssrc, String source, String owner, boolean isSynthetic) {}
}

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
        List<ExportReport> exports) {
    public ConferenceSnapshot {
        feedbackSources = List.copyOf(feedbackSources);
        endpoints = List.copyOf(endpoints);
        relays = List.copyOf(relays);
        bySpeechActivity = List.copyOf(bySpeechActivity);
        exports = List.copyOf(exports);
    }
}

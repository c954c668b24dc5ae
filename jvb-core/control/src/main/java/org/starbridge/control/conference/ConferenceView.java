package org.starbridge.control.conference;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.starbridge.control.export.conference.ConferenceExports;
import org.starbridge.control.message.SourceMaps;
import org.starbridge.control.participant.EndpointDetails;
import org.starbridge.control.participant.Endpoints;
import org.starbridge.control.participant.LocalEndpoint;
import org.starbridge.control.participant.Participant;
import org.starbridge.control.participant.Speakers;
import org.starbridge.control.relay.Membership;
import org.starbridge.control.selection.DeclaredSource;
import org.starbridge.control.selection.ReceiverSlots;
import org.starbridge.media.api.MediaEndpoint;
import org.starbridge.media.api.MediaKind;

/** Snapshots of one conference for other parts of the bridge. Any thread. */
final class ConferenceView {
    private final Conference.Identity identity;
    private final ConferenceLock lock;
    private final Endpoints endpoints;
    private final Membership membership;
    private final Speakers speakers;
    private final SourceMaps sourceMaps;
    private final ConferenceExports exports;

    ConferenceView(
            Conference.Identity identity,
            ConferenceLock lock,
            Endpoints endpoints,
            Membership membership,
            Speakers speakers,
            SourceMaps sourceMaps,
            ConferenceExports exports) {
        this.exports = exports;
        this.identity = identity;
        this.lock = lock;
        this.endpoints = endpoints;
        this.membership = membership;
        this.speakers = speakers;
        this.sourceMaps = sourceMaps;
    }

    long createdAtNs() {
        return identity.createdAtNs();
    }

    int endpointCount() {
        return lock.read(endpoints::size);
    }

    /** The largest number of video sources that any of its receivers gets now. */
    int mostForwarded() {
        return lock.read(() -> endpoints.all().stream()
                .mapToInt(endpoint -> endpoint.reception().forwardedVideo().size())
                .max()
                .orElse(0));
    }

    ConferenceSnapshot snapshot() {
        return lock.read(() -> {
            Participant dominant = speakers.dominant(endpoints.participants());
            return new ConferenceSnapshot(
                    identity.id(),
                    identity.meetingId(),
                    identity.name(),
                    identity.isRtcstatsEnabled(),
                    identity.createdAtNs(),
                    identity.feedback().sources(),
                    endpoints.all().stream().map(LocalEndpoint::snapshot).toList(),
                    membership.relays(),
                    dominant == null ? null : dominant.id(),
                    speakers.inOrder(endpoints.participants()).stream()
                            .filter(participant -> !participant.isVisitor())
                            .map(Participant::id)
                            .toList(),
                    audioSources(),
                    exports.reports());
        });
    }

    private List<ConferenceSnapshot.AudioSource> audioSources() {
        List<ConferenceSnapshot.AudioSource> audio = new ArrayList<>();
        for (Participant participant : endpoints.participants()) {
            for (DeclaredSource source : participant.sources()) {
                if (source.kind() == MediaKind.AUDIO) {
                    source.ssrcs()
                            .forEach(declared -> audio.add(new ConferenceSnapshot.AudioSource(
                                    declared.ssrc(), source.name(), participant.id(), source.synthetic())));
                }
            }
        }
        return audio;
    }

    /** Empty if there is no endpoint with this id whose SSRCs are rewritten. */
    Optional<ReceiverSlots.FirstSlots> firstSlots(String endpointId) {
        return lock.read(() -> Optional.ofNullable(endpoints.find(endpointId))
                .filter(endpoint -> endpoint.capabilities().hasSsrcRewriting())
                .map(sourceMaps::firstSlots));
    }

    /** Returns whether this is the conference of a room: the part of its name before the at sign, in any case. */
    boolean isOf(String room) {
        String name = identity.name();
        if (name == null) {
            return false;
        }
        int at = name.indexOf('@');
        return at >= 0 && name.substring(0, at).equalsIgnoreCase(room);
    }

    Optional<MediaEndpoint> media(String endpointId) {
        return lock.read(() -> Optional.ofNullable(endpoints.find(endpointId))
                .map(endpoint -> endpoint.transport().media()));
    }

    Optional<EndpointDetails> details(String endpointId) {
        return lock.read(() -> Optional.ofNullable(endpoints.find(endpointId)).map(this::details));
    }

    private EndpointDetails details(LocalEndpoint endpoint) {
        MediaEndpoint media = endpoint.transport().media();
        return new EndpointDetails(media.streams(), media.layers(), sourceMaps.slots(media.key()));
    }
}

package org.starbridge.control.relay;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.starbridge.colibri.EndpointModify;
import org.starbridge.control.environment.ConferenceConfig;
import org.starbridge.control.participant.Participant;
import org.starbridge.control.participant.RemoteParticipants;
import org.starbridge.control.selection.DeclaredSource;
import org.starbridge.media.api.MediaPlane;

/**
 * Participants of other bridges as requests announce, change and end them. What cannot be used is left out and counted.
 * Guarded by the conference's lock.
 */
public final class RelayAnnouncements {
    private final RemoteParticipants participants;
    private final RelayLifecycle lifecycle;
    private final RelayDescriptions descriptions;
    private final RelayChannels channels;
    private final Runnable onTableOutdated;
    private final MediaPlane media;
    private final int maxSources;

    /** @param onTableOutdated runs when the next forwarding table shows a change */
    public RelayAnnouncements(
            RemoteParticipants participants,
            RelayLifecycle lifecycle,
            RelayDescriptions descriptions,
            RelayChannels channels,
            Runnable onTableOutdated,
            MediaPlane media,
            ConferenceConfig config) {
        this.participants = participants;
        this.lifecycle = lifecycle;
        this.descriptions = descriptions;
        this.channels = channels;
        this.onTableOutdated = onTableOutdated;
        this.media = media;
        this.maxSources = config.limits().sourcesPerEndpoint();
    }

    /** A relay negotiated something else. */
    void onNegotiated() {
        onTableOutdated.run();
    }

    /**
     * Handles what a request says of one participant behind a relay; the creation of one that is there is an update.
     */
    void handle(Relay relay, EndpointModify request) {
        Participant known = relay.find(request.id());
        if (request.expire()) {
            lifecycle.leave(relay, request.id());
        } else if (known != null) {
            declare(relay, known, request, descriptions.sources(request, known));
        } else if (!request.create()) {
            descriptions.onUnknown();
        } else if (descriptions.isWithinLimits(request, participants.size())) {
            Participant added = new Participant(
                    new Participant.Identity(request.id(), request.statsId(), request.isVisitor()),
                    media.newParticipantKey(),
                    maxSources);
            // one that has moved here brings its SSRCs along
            declare(relay, added, request, descriptions.sources(request, participants.find(request.id())));
            lifecycle.announce(relay, added);
        }
    }

    private void declare(
            Relay relay, Participant participant, EndpointModify request, @Nullable List<DeclaredSource> sources) {
        if (sources != null && request.sources() != null) {
            List<String> isNew = sources.stream()
                    .map(DeclaredSource::name)
                    .filter(name -> !participant.declares(name))
                    .toList();
            participant.declare(sources, request.sources());
            onTableOutdated.run();
            if (!isNew.isEmpty()) {
                channels.onDeclared(relay, isNew);
            }
        }
    }
}

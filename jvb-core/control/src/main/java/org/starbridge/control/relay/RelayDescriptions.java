package org.starbridge.control.relay;

import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.starbridge.colibri.EndpointModify;
import org.starbridge.colibri.RelayModify;
import org.starbridge.control.environment.ConferenceConfig;
import org.starbridge.control.environment.ConferenceCounters;
import org.starbridge.control.environment.RequestWarning;
import org.starbridge.control.participant.Endpoints;
import org.starbridge.control.participant.IceRestarts;
import org.starbridge.control.participant.NegotiatedMedia;
import org.starbridge.control.participant.Participant;
import org.starbridge.control.request.RemoteDescription;
import org.starbridge.control.request.RequestProblems;
import org.starbridge.control.request.RequestRules;
import org.starbridge.control.request.SourceReader;
import org.starbridge.control.selection.DeclaredSource;
import org.starbridge.media.api.RemoteTransport;

/** Reads what requests say about the relays of one conference. Guarded by the conference's lock. */
public final class RelayDescriptions {
    private final RelayMedia media;
    private final SourceReader sources;
    private final ConferenceConfig config;
    private final ConferenceCounters counters;

    /** @param bridgeSsrcs SSRCs that no endpoint can have */
    public RelayDescriptions(
            Endpoints endpoints, Set<Integer> bridgeSsrcs, ConferenceConfig config, ConferenceCounters counters) {
        media = new RelayMedia(config.limits());
        sources = new SourceReader(endpoints, bridgeSsrcs, config.limits());
        this.config = config;
        this.counters = counters;
    }

    private RequestProblems problems(boolean isNew) {
        return isNew ? RequestProblems.refusing(counters) : RequestProblems.counting(counters);
    }

    /** Returns what is negotiated from now on. */
    NegotiatedMedia media(RelayModify request, NegotiatedMedia known, boolean isNew) {
        return media.read(known, request.medias(), problems(isNew));
    }

    /**
     * Returns what the other bridge says of its transport; null if nothing.
     *
     * @param restarts of the relay's transport; null if the relay is new
     */
    @Nullable
    RemoteTransport remote(RelayModify request, @Nullable IceRestarts restarts) {
        return RemoteDescription.read(
                request.transport(),
                restarts,
                config.transport().acceptedHashes(),
                config.limits(),
                problems(restarts == null));
    }

    /**
     * The sources of a participant behind the relay; what cannot be used is left out and counted.
     *
     * @param known the participant that has had this id so far; null if none
     * @return null if they do not change
     */
    @Nullable
    List<DeclaredSource> sources(EndpointModify request, @Nullable Participant known) {
        return sources.read(request, known, request.isVisitor(), problems(false));
    }

    /** Returns whether another participant can be taken; if not, that is counted. */
    boolean isWithinLimits(EndpointModify request, int participants) {
        boolean isWithin = request.id().length() <= config.limits().nameLength()
                && !request.id().equals(RequestRules.TRANSCRIBER_ID)
                && participants < config.limits().endpointsPerConference();
        if (!isWithin) {
            counters.count(RequestWarning.BEYOND_LIMIT);
        }
        return isWithin;
    }

    /** An update or an end of a participant that is not known. */
    void onUnknown() {
        counters.count(RequestWarning.UNKNOWN_ENDPOINT);
    }
}

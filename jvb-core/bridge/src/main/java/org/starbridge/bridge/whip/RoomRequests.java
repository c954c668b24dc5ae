package org.starbridge.bridge.whip;

import java.util.List;
import org.starbridge.bridge.whip.access.RefusalException;
import org.starbridge.colibri.Colibri2Exception;
import org.starbridge.colibri.Colibri2Exception.Condition;
import org.starbridge.colibri.Colibri2Exception.Reason;
import org.starbridge.colibri.ConferenceModified;
import org.starbridge.colibri.ConferenceModify;
import org.starbridge.colibri.EndpointModify;
import org.starbridge.colibri.IceUdpTransport;
import org.starbridge.colibri.Transport;
import org.starbridge.control.conference.Colibri2Handler;
import org.starbridge.control.conference.Conferences;

/** Colibri2 requests about the endpoints of publishers and viewers, as a focus would send them. Any thread. */
final class RoomRequests {
    private static final int ATTEMPTS = 4;
    private static final int RETRY_SECONDS = 2;

    private final Colibri2Handler colibri;
    private final Conferences conferences;

    RoomRequests(Colibri2Handler colibri, Conferences conferences) {
        this.colibri = colibri;
        this.conferences = conferences;
    }

    /**
     * Adds an endpoint to a conference, which it creates if there is none. Another client may create or end it
     * meanwhile.
     *
     * @return the bridge's side of its transport
     */
    IceUdpTransport addOrCreate(String meetingId, EndpointModify endpoint) throws RefusalException {
        for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
            try {
                ConferenceModify request = conferences.contains(meetingId)
                        ? ConferenceModify.updating(meetingId, List.of(endpoint))
                        : ConferenceModify.creating(meetingId, null, List.of(endpoint));
                return local(colibri.handle(request));
            } catch (Colibri2Exception e) {
                boolean isRace =
                        e.reason() == Reason.CONFERENCE_ALREADY_EXISTS || e.reason() == Reason.CONFERENCE_NOT_FOUND;
                if (!isRace) {
                    throw refusal(e);
                }
            }
        }
        throw new RefusalException(503, "the room was created and ended too quickly", RETRY_SECONDS);
    }

    /**
     * Adds an endpoint to a conference that there is.
     *
     * @return the bridge's side of its transport
     */
    IceUdpTransport add(String meetingId, EndpointModify endpoint) throws RefusalException {
        return local(update(meetingId, endpoint));
    }

    /** Further candidates of a client. */
    void addCandidates(String meetingId, String endpointId, List<org.starbridge.colibri.Candidate> candidates)
            throws RefusalException {
        IceUdpTransport remote = new IceUdpTransport(null, null, null, true, candidates, List.of(), List.of());
        update(meetingId, changed(endpointId, Transport.of(remote)));
    }

    /**
     * Restarts ICE. The former agent carries media until the new one has a pair.
     *
     * @param remote new credentials and candidates of the client
     * @return the bridge's new side
     */
    IceUdpTransport restart(String meetingId, String endpointId, IceUdpTransport remote) throws RefusalException {
        Transport wish = new Transport(false, false, true, null, null);
        IceUdpTransport local = local(update(meetingId, changed(endpointId, wish)));
        IceUdpTransport numbered = new IceUdpTransport(
                remote.ufrag(), remote.pwd(), local.iceGeneration(), true, remote.candidates(), List.of(), List.of());
        update(meetingId, changed(endpointId, Transport.of(numbered)));
        return local;
    }

    /** The endpoint leaves; harmless if it has. */
    void leave(String meetingId, String endpointId) {
        try {
            EndpointModify endpoint =
                    EndpointModify.builder(endpointId).expire(true).build();
            colibri.handle(ConferenceModify.updating(meetingId, List.of(endpoint)));
        } catch (Colibri2Exception e) {
            if (e.condition() != Condition.ITEM_NOT_FOUND) {
                throw e;
            }
        }
    }

    private static EndpointModify changed(String endpointId, Transport transport) {
        return EndpointModify.builder(endpointId).transport(transport).build();
    }

    private ConferenceModified update(String meetingId, EndpointModify endpoint) throws RefusalException {
        try {
            return colibri.handle(ConferenceModify.updating(meetingId, List.of(endpoint)));
        } catch (Colibri2Exception e) {
            throw refusal(e);
        }
    }

    private static IceUdpTransport local(ConferenceModified modified) throws RefusalException {
        Transport transport = modified.endpoints().getFirst().transport();
        IceUdpTransport local = transport == null ? null : transport.iceUdp();
        if (local == null) {
            throw RefusalException.unprocessable("ICE cannot be restarted now");
        }
        return local;
    }

    private static RefusalException refusal(Colibri2Exception e) {
        return switch (e.condition()) {
            case CONFLICT -> new RefusalException(409, e.sentence(), RETRY_SECONDS);
            case ITEM_NOT_FOUND -> new RefusalException(404, e.sentence());
            case RESOURCE_CONSTRAINT, SERVICE_UNAVAILABLE -> new RefusalException(503, e.sentence(), RETRY_SECONDS);
            case BAD_REQUEST, FEATURE_NOT_IMPLEMENTED, NOT_ALLOWED, INTERNAL_SERVER_ERROR ->
                RefusalException.unprocessable(e.sentence());
        };
    }
}

package org.starbridge.bridge.whip;

import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;
import org.starbridge.colibri.Capabilities;
import org.starbridge.colibri.Colibri2Exception;
import org.starbridge.colibri.Colibri2Exception.Condition;
import org.starbridge.colibri.Colibri2Exception.Reason;
import org.starbridge.colibri.ConferenceModified;
import org.starbridge.colibri.ConferenceModify;
import org.starbridge.colibri.EndpointModify;
import org.starbridge.colibri.IceUdpTransport;
import org.starbridge.colibri.Media;
import org.starbridge.colibri.MucRole;
import org.starbridge.colibri.Transport;
import org.starbridge.control.conference.Colibri2Handler;
import org.starbridge.control.conference.Conferences;
import org.starbridge.control.selection.ReceiverSlots.FirstSlots;
import org.starbridge.sdp.attribute.Flag;

/**
 * Endpoints of publishers and viewers in conferences. A room is the conference of a Jitsi room of that name, if the
 * bridge has one, else the conference with that meeting id, which the first publisher creates. Any thread.
 */
final class Rooms {
    private static final int ATTEMPTS = 4;
    private static final int RETRY_SECONDS = 2;

    private final Colibri2Handler colibri;
    private final Conferences conferences;
    private final RandomGenerator random;

    /**
     * An endpoint and the bridge's side of its transport.
     *
     * @param slots of a viewer; null for a publisher
     */
    record Joined(String meetingId, String endpointId, IceUdpTransport local, @Nullable FirstSlots slots) {}

    Rooms(Colibri2Handler colibri, Conferences conferences, RandomGenerator random) {
        this.colibri = colibri;
        this.conferences = conferences;
        this.random = random;
    }

    Conferences conferences() {
        return conferences;
    }

    /** The meeting id of a room's conference, whether there is one or not. */
    String meetingId(String room) {
        return conferences.meetingIdOf(room).orElse(room);
    }

    /**
     * A publisher joins; the first one of a room creates it.
     *
     * @param name of the endpoint; null for one that the bridge makes up
     */
    Joined publish(String room, @Nullable String name, Offer offer) throws RefusalException {
        String id = name == null ? freshId() : name;
        EndpointModify.Builder endpoint = endpoint(id, offer, Purpose.PUBLISH)
                .initialLastN(0)
                .sources(offer.accepted().stream()
                        .map(section -> PublishedSources.of(section, id + PublishedSources.suffix(section.kind())))
                        .toList());
        Joined joined = join(meetingId(room), endpoint.build());
        conferences.say(joined.meetingId(), id, Wish.nothing());
        return joined;
    }

    /** A viewer joins a room that there is. */
    Joined watch(String room, Wish wish, Offer offer) throws RefusalException {
        String meetingId = meetingId(room);
        if (!conferences.contains(meetingId)) {
            throw new RefusalException(409, "nobody publishes in this room", RETRY_SECONDS);
        }
        String id = freshId();
        EndpointModify endpoint = endpoint(id, offer, Purpose.WATCH)
                .mucRole(MucRole.VISITOR)
                .capability(Capabilities.ONE_SOURCE_PER_KIND)
                .initialLastN(wish.source() == null ? 1 : 0)
                .sources(List.of())
                .build();
        IceUdpTransport local = local(update(meetingId, endpoint));
        conferences.say(meetingId, id, wish.messages());
        Optional<FirstSlots> slots = conferences.firstSlots(meetingId, id);
        if (slots.isEmpty()) {
            throw new RefusalException(503, "the room has just ended", RETRY_SECONDS);
        }
        return new Joined(meetingId, id, local, slots.get());
    }

    private String freshId() {
        return HexFormat.of().toHexDigits(random.nextInt());
    }

    private static EndpointModify.Builder endpoint(String id, Offer offer, Purpose purpose) {
        EndpointModify.Builder endpoint = EndpointModify.builder(id)
                .create(true)
                .statsId(purpose.path())
                .capability(Capabilities.SOURCE_NAMES)
                .transport(new Transport(offer.isControlling(), false, false, offer.transport(), null));
        boolean allowsMixed = offer.description().attributes().has(Flag.EXTMAP_ALLOW_MIXED);
        for (NegotiatedSection section : offer.accepted()) {
            endpoint.media(new Media(
                    section.kind(),
                    section.payloadTypes(),
                    section.extensions(),
                    allowsMixed || section.offered().attributes().has(Flag.EXTMAP_ALLOW_MIXED)));
        }
        return endpoint;
    }

    /** Another client may create or end the room meanwhile. */
    private Joined join(String meetingId, EndpointModify endpoint) throws RefusalException {
        for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
            try {
                ConferenceModify request = conferences.contains(meetingId)
                        ? ConferenceModify.updating(meetingId, List.of(endpoint))
                        : ConferenceModify.creating(meetingId, null, List.of(endpoint));
                return new Joined(meetingId, endpoint.id(), local(colibri.handle(request)), null);
            } catch (Colibri2Exception e) {
                boolean isRace = e.reason() == Reason.CONFERENCE_ALREADY_EXISTS || e.reason() == Reason.CONFERENCE_NOT_FOUND;
                if (!isRace) {
                    throw refusal(e);
                }
            }
        }
        throw new RefusalException(503, "the room is created and ended too fast", RETRY_SECONDS);
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

    /** Further candidates of a client. */
    void addCandidates(Joined joined, List<org.starbridge.colibri.Candidate> candidates) throws RefusalException {
        IceUdpTransport remote = new IceUdpTransport(null, null, null, true, candidates, List.of(), List.of());
        update(joined.meetingId(), changed(joined, Transport.of(remote)));
    }

    /**
     * Restarts ICE. The former agent carries media until the new one has a pair.
     *
     * @param remote new credentials and candidates of the client
     * @return the bridge's new side
     */
    IceUdpTransport restart(Joined joined, IceUdpTransport remote) throws RefusalException {
        IceUdpTransport local =
                local(update(joined.meetingId(), changed(joined, new Transport(false, false, true, null, null))));
        IceUdpTransport numbered = new IceUdpTransport(
                remote.ufrag(), remote.pwd(), local.iceGeneration(), true, remote.candidates(), List.of(), List.of());
        update(joined.meetingId(), changed(joined, Transport.of(numbered)));
        return local;
    }

    private static EndpointModify changed(Joined joined, Transport transport) {
        return EndpointModify.builder(joined.endpointId()).transport(transport).build();
    }

    /** The endpoint leaves; harmless if it has. */
    void leave(Joined joined) {
        try {
            EndpointModify endpoint =
                    EndpointModify.builder(joined.endpointId()).expire(true).build();
            colibri.handle(ConferenceModify.updating(joined.meetingId(), List.of(endpoint)));
        } catch (Colibri2Exception e) {
            if (e.condition() != Condition.ITEM_NOT_FOUND) {
                throw e;
            }
        }
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

package org.starbridge.bridge.whip;

import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;
import org.starbridge.bridge.whip.access.Purpose;
import org.starbridge.bridge.whip.access.RefusalException;
import org.starbridge.colibri.Capabilities;
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
    private static final int RETRY_SECONDS = 2;

    private final RoomRequests requests;
    private final Conferences conferences;
    private final RandomGenerator random;

    /**
     * An endpoint and the bridge's side of its transport.
     *
     * @param slots of a viewer; null for a publisher
     */
    record Joined(
            String meetingId,
            String endpointId,
            IceUdpTransport local,
            @Nullable FirstSlots slots) {}

    Rooms(Colibri2Handler colibri, Conferences conferences, RandomGenerator random) {
        this.requests = new RoomRequests(colibri, conferences);
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
        String meetingId = meetingId(room);
        IceUdpTransport local = requests.addOrCreate(meetingId, endpoint.build());
        conferences.say(meetingId, id, Wish.nothing());
        return new Joined(meetingId, id, local, null);
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
        IceUdpTransport local = requests.add(meetingId, endpoint);
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

    /** Further candidates of a client. */
    void addCandidates(Joined joined, List<org.starbridge.colibri.Candidate> candidates) throws RefusalException {
        requests.addCandidates(joined.meetingId(), joined.endpointId(), candidates);
    }

    /** New credentials and candidates of a client; the answer is the bridge's new side. */
    IceUdpTransport restart(Joined joined, IceUdpTransport remote) throws RefusalException {
        return requests.restart(joined.meetingId(), joined.endpointId(), remote);
    }

    /** The endpoint leaves; harmless if it has. */
    void leave(Joined joined) {
        requests.leave(joined.meetingId(), joined.endpointId());
    }
}

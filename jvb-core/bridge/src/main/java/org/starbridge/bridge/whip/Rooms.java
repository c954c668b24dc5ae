package org.starbridge.bridge.whip;

import java.util.Collection;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;
import org.starbridge.bridge.diagnosis.DiagnosisView;
import org.starbridge.bridge.whip.access.RefusalException;
import org.starbridge.bridge.whip.viewer.LayerRequest;
import org.starbridge.colibri.IceUdpTransport;
import org.starbridge.control.conference.Colibri2Handler;
import org.starbridge.control.conference.Conferences;
import org.starbridge.control.conference.ConnectionReports;
import org.starbridge.control.participant.EndpointSnapshot;
import org.starbridge.control.selection.ReceiverSlots.FirstSlots;
import org.starbridge.media.api.ConnectionReport;

/**
 * Endpoints of publishers and viewers in conferences. A room is the conference of a Jitsi room of that name, if the
 * bridge has one, else the conference with that meeting id, which the first publisher creates. Any thread.
 */
final class Rooms {
    private static final int RETRY_SECONDS = 2;
    private static final int ELSEWHERE_SECONDS = 5;
    private static final long LONGEST_WAIT_MS = 1000;

    private final RoomRequests requests;
    private final Conferences conferences;
    private final RandomGenerator random;
    private final Supplier<Admission> admission;

    /**
     * An endpoint and the bridge's side of its transport.
     *
     * @param slots of a viewer; null for a publisher
     * @param wish of a viewer; null for a publisher
     */
    record Joined(
            String meetingId,
            String endpointId,
            IceUdpTransport local,
            @Nullable FirstSlots slots,
            @Nullable RequestedVideo wish) {}

    Rooms(Colibri2Handler colibri, Conferences conferences, RandomGenerator random, Supplier<Admission> admission) {
        this.requests = new RoomRequests(colibri, conferences);
        this.conferences = conferences;
        this.random = random;
        this.admission = admission;
    }

    Conferences conferences() {
        return conferences;
    }

    /** The meeting id of a room's conference, whether there is one or not. */
    String meetingId(String room) {
        return conferences.meetingIdOf(room).orElse(room);
    }

    /**
     * Returns whether publishers and viewers may join a room. One of Jitsi is left to its focus.
     *
     * @param hasPublisher whether an endpoint in it sends
     */
    boolean admits(String room, boolean hasPublisher) {
        return switch (admission.get()) {
            case OPEN -> true;
            case NO_NEW_ROOMS -> hasPublisher || conferences.meetingIdOf(room).isPresent();
            case ENDING -> false;
        };
    }

    static boolean hasPublisher(Collection<EndpointSnapshot> endpoints) {
        return endpoints.stream().anyMatch(endpoint -> !endpoint.sources().isEmpty());
    }

    private void requireAdmission(String room) throws RefusalException {
        boolean isOpen = admission.get() == Admission.OPEN
                || admits(
                        room,
                        conferences
                                .snapshot(room)
                                .map(conference -> hasPublisher(conference.endpoints()))
                                .orElse(false));
        if (!isOpen) {
            throw new RefusalException(503, "the bridge accepts no new rooms: it is in drain mode", ELSEWHERE_SECONDS);
        }
    }

    /**
     * A publisher joins; the first one of a room creates it.
     *
     * @param name of the endpoint; null for one that the bridge makes up
     */
    Joined publish(String room, @Nullable String name, Offer offer) throws RefusalException {
        requireAdmission(room);
        String id = name == null ? freshId() : name;
        String meetingId = meetingId(room);
        IceUdpTransport local = requests.addOrCreate(meetingId, EndpointDescription.publisher(id, offer));
        conferences.say(meetingId, id, RequestedVideo.nothing());
        return new Joined(meetingId, id, local, null, null);
    }

    /**
     * Diagnosis of an endpoint's connection, as JSON-like maps.
     *
     * @throws RefusalException if it has left, or does not answer now
     */
    Map<String, Object> diagnosis(Joined joined) throws RefusalException {
        ConnectionReports reports = new ConnectionReports(conferences);
        CompletableFuture<ConnectionReport> report = conferences
                .snapshot(joined.meetingId())
                .flatMap(conference -> reports.present(conference.id(), joined.endpointId()))
                .orElseThrow(() -> new RefusalException(404, "no such session: it has ended"));
        try {
            return DiagnosisView.of(report.get(LONGEST_WAIT_MS, TimeUnit.MILLISECONDS), null);
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        } catch (ExecutionException | TimeoutException _) {
            // It is asked again.
        }
        throw new RefusalException(503, "the bridge has no diagnosis of this session yet: try again", RETRY_SECONDS);
    }

    /** A viewer joins a room that there is. */
    Joined watch(String room, RequestedVideo wish, Offer offer) throws RefusalException {
        requireAdmission(room);
        String meetingId = meetingId(room);
        if (!conferences.contains(meetingId)) {
            throw new RefusalException(409, "the room has no publisher", RETRY_SECONDS);
        }
        String id = freshId();
        IceUdpTransport local = requests.add(meetingId, EndpointDescription.viewer(id, wish, offer));
        conferences.say(meetingId, id, wish.messages());
        Optional<FirstSlots> slots = conferences.firstSlots(meetingId, id);
        if (slots.isEmpty()) {
            throw new RefusalException(503, "the room has just ended", RETRY_SECONDS);
        }
        return new Joined(meetingId, id, local, slots.get(), wish);
    }

    private String freshId() {
        return HexFormat.of().toHexDigits(random.nextInt());
    }

    /** Further candidates of a client. */
    void addCandidates(Joined joined, List<org.starbridge.colibri.Candidate> candidates) throws RefusalException {
        requests.addCandidates(joined.meetingId(), joined.endpointId(), candidates);
    }

    /** New credentials and candidates of a client; the answer is the bridge's new side. */
    IceUdpTransport restart(Joined joined, IceUdpTransport remote) throws RefusalException {
        return requests.restart(joined.meetingId(), joined.endpointId(), remote);
    }

    /** Limits a viewer's video in addition to what it asked for at first. */
    void limit(Joined joined, LayerRequest.Limit limit) {
        RequestedVideo wish = joined.wish();
        if (wish != null) {
            conferences.say(joined.meetingId(), joined.endpointId(), wish.messages(limit.heightPx()));
            conferences.limitTemporalLayer(joined.meetingId(), joined.endpointId(), limit.temporalLayer());
        }
    }

    /** The endpoint leaves; harmless if it has. */
    void leave(Joined joined) {
        requests.leave(joined.meetingId(), joined.endpointId());
    }
}

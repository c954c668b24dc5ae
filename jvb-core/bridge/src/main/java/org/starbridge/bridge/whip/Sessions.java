package org.starbridge.bridge.whip;

import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.starbridge.bridge.webhook.WebhookEvent;
import org.starbridge.bridge.whip.access.Purpose;
import org.starbridge.bridge.whip.access.RefusalException;
import org.starbridge.bridge.whip.viewer.EventStream;
import org.starbridge.control.participant.EndpointSnapshot;
import org.starbridge.transport.counters.SharedCounters;
import org.starbridge.transport.ice.IceState;

/** All publishers and viewers. Any thread. */
final class Sessions {
    private static final Logger LOG = LoggerFactory.getLogger(Sessions.class);

    /**
     * From the answer to the end of the DTLS handshake. Twice the 10 s after which the last check of ICE is given up.
     */
    private static final long CONNECT_TIMEOUT_NS = TimeUnit.SECONDS.toNanos(20);

    /** A viewer whose conference has removed it has so long to learn of it by its event streams: some polls. */
    private static final long LAST_EVENTS_NS = TimeUnit.MILLISECONDS.toNanos(3 * EventStream.RETRY_MS);

    private static final int RETRY_SECONDS = 2;

    private final Rooms rooms;
    private final SharedCounters<WhipCounter> counters;
    private final SessionCounts counts;
    private final Consumer<WebhookEvent> webhooks;
    private final Map<String, Session> byId = new ConcurrentHashMap<>();

    Sessions(Rooms rooms, WhipConfig config, SharedCounters<WhipCounter> counters, Consumer<WebhookEvent> webhooks) {
        this.webhooks = webhooks;
        this.rooms = rooms;
        this.counters = counters;
        this.counts =
                new SessionCounts(config.maxSessions(), config.maxSessionsPerAddress(), config.maxSessionsPerToken());
    }

    int count() {
        return byId.size();
    }

    /**
     * Keeps a place for a session that is being made, so that requests at the same time do not exceed the limits.
     *
     * @param former the session whose name it comes under; null if there is none. If its name is to be had, the new one
     *     takes its place.
     * @throws RefusalException 429 if this client has as many as it may, 503 if all have
     */
    Place reserve(Session.Holder holder, @Nullable Session former, long nowNs) throws RefusalException {
        Session replaced = former != null && isToGiveWay(former, isAlive(former, nowNs), holder, nowNs) ? former : null;
        counts.reserve(holder, replaced == null ? null : replaced.holder());
        return () -> counts.remove(holder);
    }

    /** A place that is kept until this is closed: then its session is there, or was refused. */
    interface Place extends AutoCloseable {
        @Override
        void close();
    }

    /**
     * A viewer needs a codec that a publisher of the room may send, because nothing is transcoded. Participants of
     * Jitsi Meet are not looked at: what they send changes.
     *
     * @throws RefusalException 422
     */
    void requireCommonCodec(String room, Offer viewer) throws RefusalException {
        for (NegotiatedSection wanted : viewer.accepted()) {
            Set<String> published = new TreeSet<>();
            for (Session session : byId.values()) {
                if (session.purpose() == Purpose.PUBLISH
                        && session.holder().room().equals(room)) {
                    published.addAll(session.offer().codecs(wanted.kind()));
                }
            }
            Set<String> offered = viewer.codecs(wanted.kind());
            if (!published.isEmpty() && Collections.disjoint(published, offered)) {
                throw RefusalException.unprocessable("the publishers of this room send " + String.join(", ", published)
                        + "; the offer has " + String.join(", ", offered));
            }
        }
    }

    void add(Session session) {
        counts.add(session.holder());
        byId.put(session.id(), session);
        if (session.purpose() == Purpose.PUBLISH) {
            webhooks.accept(new WebhookEvent.PublisherBegan(
                    session.joined().meetingId(), session.joined().endpointId()));
        }
    }

    /** The session at a path. */
    Optional<Session> find(Purpose purpose, String room, String id) {
        return Optional.ofNullable(byId.get(id))
                .filter(session ->
                        session.purpose() == purpose && session.holder().room().equals(room));
    }

    /** The publisher of this name in a room. */
    Optional<Session> publisher(String room, String endpointId) {
        return byId.values().stream()
                .filter(session -> session.purpose() == Purpose.PUBLISH
                        && session.holder().room().equals(room)
                        && session.joined().endpointId().equals(endpointId))
                .findFirst();
    }

    /**
     * A publisher comes under the name of another session. One whose client is gone ends, and so does one of the same
     * client, which nothing but time would tell from one that is gone: the last one has the name.
     *
     * @return whether it ended although it might be alive
     * @throws RefusalException 409 if the name is not to be had
     */
    boolean giveWay(Session former, Session.Holder holder, long nowNs) throws RefusalException {
        boolean isAlive = isAlive(former, nowNs);
        if (!isToGiveWay(former, isAlive, holder, nowNs)) {
            throw new RefusalException(
                    409,
                    "the room already has a publisher named " + former.joined().endpointId(),
                    RETRY_SECONDS);
        }
        if (isAlive) {
            counters.increment(WhipCounter.REPLACED);
        }
        end(former);
        return isAlive;
    }

    private static boolean isToGiveWay(Session former, boolean isAlive, Session.Holder holder, long nowNs) {
        return !isAlive || (former.holder().isSameClient(holder) && !former.keepsItsName(nowNs));
    }

    /** Returns the number of viewers of a conference. */
    int viewers(String meetingId) {
        return (int) byId.values().stream()
                .filter(session -> session.purpose() == Purpose.WATCH
                        && session.joined().meetingId().equals(meetingId))
                .count();
    }

    /** Names of the simulcast encodings of a publisher, the smallest first; empty if they have none. */
    List<String> encodings(String meetingId, String endpointId) {
        return byId.values().stream()
                .filter(session -> session.purpose() == Purpose.PUBLISH
                        && session.joined().meetingId().equals(meetingId)
                        && session.joined().endpointId().equals(endpointId))
                .findFirst()
                .map(session -> PublishedSources.lowToHigh(session.offer().rids()))
                .orElse(List.of());
    }

    /** Returns whether its client is there: it has connected, and packets come from it. */
    boolean isAlive(Session session, long nowNs) {
        return isAlive(
                session,
                endpoints(session.joined().meetingId()).get(session.joined().endpointId()),
                nowNs);
    }

    void end(Session session) {
        if (byId.remove(session.id(), session)) {
            counts.remove(session.holder());
            rooms.leave(session.joined());
            if (session.purpose() == Purpose.PUBLISH) {
                webhooks.accept(new WebhookEvent.PublisherEnded(
                        session.joined().meetingId(), session.joined().endpointId()));
            }
        }
    }

    /** Ends those whose client is gone, or never came, or whose conference has ended. To be called each few seconds. */
    void sweep(long nowNs) {
        // Sessions first: a participant that joins after the snapshot of the conference is not in it.
        List<Session> sessions = List.copyOf(byId.values());
        Map<String, Map<String, EndpointSnapshot>> conferences = new HashMap<>();
        for (Session session : sessions) {
            Map<String, EndpointSnapshot> endpoints =
                    conferences.computeIfAbsent(session.joined().meetingId(), this::endpoints);
            EndpointSnapshot endpoint = endpoints.get(session.joined().endpointId());
            if (!isAlive(session, endpoint, nowNs) && !isLeaving(session, endpoint, nowNs)) {
                LOG.info(
                        "{} {} of room {} ended: {}",
                        session.purpose().path(),
                        session.joined().endpointId(),
                        session.holder().room(),
                        endpoint == null ? "the conference removed it" : "the client disconnected or never connected");
                counters.increment(WhipCounter.ENDED_SILENT);
                end(session);
            }
        }
    }

    private static boolean isLeaving(Session session, @Nullable EndpointSnapshot endpoint, long nowNs) {
        return endpoint == null && !session.streams().isEmpty() && session.removedForNs(nowNs) < LAST_EVENTS_NS;
    }

    private Map<String, EndpointSnapshot> endpoints(String meetingId) {
        return rooms.conferences()
                .snapshot(meetingId)
                .map(conference -> conference.endpoints().stream()
                        .collect(Collectors.toMap(EndpointSnapshot::id, endpoint -> endpoint)))
                .orElse(Map.of());
    }

    private static boolean isAlive(Session session, @Nullable EndpointSnapshot endpoint, long nowNs) {
        if (endpoint == null) {
            return false;
        }
        boolean isNew = nowNs - session.createdAtNs() < CONNECT_TIMEOUT_NS;
        return isNew
                ? endpoint.iceState() != IceState.CLOSED
                : endpoint.dtlsConnected() && endpoint.iceState() != IceState.DISCONNECTED;
    }
}

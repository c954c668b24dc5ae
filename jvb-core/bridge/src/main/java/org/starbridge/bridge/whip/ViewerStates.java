package org.starbridge.bridge.whip;

import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.starbridge.bridge.whip.viewer.VideoLayer;
import org.starbridge.bridge.whip.viewer.ViewerState;
import org.starbridge.colibri.MediaKind;
import org.starbridge.control.participant.EndpointSnapshot;
import org.starbridge.lastn.allocation.SourceAllocation;

/**
 * States of their rooms that viewers are shown. A room is looked at once a second at most, however many viewers ask: a
 * look costs time for each of its endpoints. Any thread.
 */
final class ViewerStates {
    private static final long KEPT_NS = TimeUnit.SECONDS.toNanos(1);

    private final Sessions sessions;
    private final Rooms rooms;
    private final LongSupplier clockNs;
    private final Map<String, Look> looks = new ConcurrentHashMap<>();

    /** One look at a room's conference. */
    private record Look(long atNs, int viewers, Map<String, EndpointSnapshot> endpoints) {
        boolean hasPublisher() {
            return Rooms.hasPublisher(endpoints.values());
        }
    }

    /** @param clockNs monotonic */
    ViewerStates(Sessions sessions, Rooms rooms, LongSupplier clockNs) {
        this.sessions = sessions;
        this.rooms = rooms;
        this.clockNs = clockNs;
    }

    /** Forgets looks that are too old to be used. */
    void sweep(long nowNs) {
        looks.values().removeIf(look -> nowNs - look.atNs() >= KEPT_NS);
    }

    /** Of one viewer. */
    ViewerState of(Session session) {
        long nowNs = clockNs.getAsLong();
        String meetingId = session.joined().meetingId();
        Look look = looks.compute(
                meetingId,
                (_, before) -> before != null && nowNs - before.atNs() < KEPT_NS ? before : look(meetingId, nowNs));
        RequestedVideo wish = session.joined().wish();
        String wanted = wish == null ? null : wish.source();
        EndpointSnapshot viewer = look.endpoints().get(session.joined().endpointId());
        SourceAllocation watched = viewer == null ? null : watched(viewer, wanted);
        return new ViewerState(
                wanted == null ? look.hasPublisher() : isPublished(look, wanted),
                isOver(session, look),
                look.viewers(),
                section(session),
                watched == null ? List.of() : layers(session, watched));
    }

    /** Its conference has removed it, or the bridge is to become empty: then a publisher comes back elsewhere. */
    private boolean isOver(Session session, Look look) {
        boolean isRemoved = look.atNs() - session.createdAtNs() >= 0
                && !look.endpoints().containsKey(session.joined().endpointId());
        return isRemoved || !rooms.admits(session.holder().room(), look.hasPublisher());
    }

    private Look look(String meetingId, long nowNs) {
        return new Look(
                nowNs,
                sessions.viewers(meetingId),
                rooms.conferences()
                        .snapshot(meetingId)
                        .map(conference -> conference.endpoints().stream()
                                .collect(Collectors.toMap(EndpointSnapshot::id, endpoint -> endpoint)))
                        .orElse(Map.of()));
    }

    /** Returns whether there is a source of this name, or an endpoint that has sources. */
    private static boolean isPublished(Look look, String wanted) {
        EndpointSnapshot endpoint = look.endpoints().get(wanted);
        return (endpoint != null && !endpoint.sources().isEmpty())
                || look.endpoints().values().stream()
                        .anyMatch(each -> each.sources().contains(wanted));
    }

    private static @Nullable SourceAllocation watched(EndpointSnapshot viewer, @Nullable String wanted) {
        for (SourceAllocation source : viewer.allocation().sources()) {
            boolean isWanted = wanted == null
                    ? source.target() != null
                    : source.name().equals(wanted) || source.name().startsWith(wanted + "-v");
            if (isWanted && !source.layers().isEmpty()) {
                return source;
            }
        }
        return null;
    }

    private static int section(Session session) {
        List<NegotiatedSection> sections = session.offer().sections();
        for (int i = 0; i < sections.size(); i++) {
            if (sections.get(i).isAccepted() && sections.get(i).kind() == MediaKind.VIDEO) {
                return i;
            }
        }
        return -1;
    }

    private List<VideoLayer> layers(Session session, SourceAllocation source) {
        int end = source.name().lastIndexOf("-v");
        List<String> rids = end < 0
                ? List.of()
                : sessions.encodings(session.joined().meetingId(), source.name().substring(0, end));
        return VideoLayer.of(source.layers(), rids);
    }
}

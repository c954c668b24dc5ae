package org.starbridge.media.session;

import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.starbridge.media.demux.AddressAnnouncements;
import org.starbridge.media.demux.Route;
import org.starbridge.media.demux.UfragTable;
import org.starbridge.media.egress.Egress;
import org.starbridge.media.endpoint.DtlsDrops;
import org.starbridge.media.endpoint.EndpointSession;
import org.starbridge.media.endpoint.EndpointTable;

/** Removal of endpoints from a worker, for any reason, so that nothing of them stays anywhere. Owned by the worker. */
public final class EndpointRemoval {
    private final AtomicInteger endpoints;
    private final EndpointTable sessions;
    private final UfragTable ufrags;
    private final AddressAnnouncements announcements;
    private final DtlsDrops dtlsDrops;
    private final Egress egress;
    private final DtlsEventHandler keyEvents;

    /** Counts {@code endpoints} down. */
    public EndpointRemoval(
            AtomicInteger endpoints,
            EndpointTable sessions,
            UfragTable ufrags,
            AddressAnnouncements announcements,
            DtlsDrops dtlsDrops,
            Egress egress,
            DtlsEventHandler keyEvents) {
        this.endpoints = endpoints;
        this.sessions = sessions;
        this.ufrags = ufrags;
        this.announcements = announcements;
        this.dtlsDrops = dtlsDrops;
        this.egress = egress;
        this.keyEvents = keyEvents;
    }

    /** Ends an endpoint, also one that is gone, or never had a session. */
    public void onExpire(Route route) {
        if (ufrags.remove(route)) { // also when there was no session, because making one failed
            endpoints.decrementAndGet();
            announcements.forget(route);
        }
        EndpointSession session = sessions.take(route.endpointKey());
        if (session == null) {
            egress.closeUnique(route.uniquePort());
            return;
        }
        session.transport().ufrags().forEach(ufrag -> ufrags.remove(ufrag, route));
        dtlsDrops.onGone(session);
        sessions.remove(session);
        try {
            egress.flush(); // nothing of it may wait in a slot when its memory goes
        } finally {
            try {
                keyEvents.onLeaving(session);
                session.close();
            } finally {
                egress.closeUnique(route.uniquePort());
            }
        }
    }

    /** Ends all that are left, with the worker. */
    public void expireAll() {
        for (EndpointSession session : List.copyOf(sessions.all())) {
            onExpire(session.route());
        }
    }
}

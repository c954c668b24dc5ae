package org.starbridge.jvb.worker;

import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.starbridge.jvb.demux.Route;
import org.starbridge.jvb.egress.Egress;
import org.starbridge.jvb.endpoint.EndpointSession;

/** How endpoints leave a worker, whoever wants it, so that nothing of them stays anywhere. Owned by the worker. */
final class Departures {
    private final AtomicInteger endpoints;
    private final Sessions sessions;
    private final Ufrags ufrags;
    private final AddressAnnouncements announcements;
    private final DtlsDrops dtlsDrops;
    private final Egress egress;
    private final KeyEvents keyEvents;

    /** Counts {@code endpoints} down. */
    Departures(
            AtomicInteger endpoints,
            Sessions sessions,
            Ufrags ufrags,
            AddressAnnouncements announcements,
            DtlsDrops dtlsDrops,
            Egress egress,
            KeyEvents keyEvents) {
        this.endpoints = endpoints;
        this.sessions = sessions;
        this.ufrags = ufrags;
        this.announcements = announcements;
        this.dtlsDrops = dtlsDrops;
        this.egress = egress;
        this.keyEvents = keyEvents;
    }

    /** Ends an endpoint, also one that is gone, or never had a session. */
    void onExpire(Route route) {
        if (ufrags.remove(route)) { // also when there was no session, because making one failed
            endpoints.decrementAndGet();
            announcements.forget(route);
        }
        EndpointSession session = sessions.take(route.endpointKey());
        if (session == null) {
            return;
        }
        session.transport().ufrags().forEach(ufrag -> ufrags.remove(ufrag, route));
        dtlsDrops.onGone(session);
        sessions.remove(session);
        try {
            egress.flush(); // nothing of it may wait in a slot when its memory goes
        } finally {
            keyEvents.onLeaving(session);
            session.close();
        }
    }

    /** Ends all that are left, with the worker. */
    void expireAll() {
        for (EndpointSession session : List.copyOf(sessions.all())) {
            onExpire(session.route());
        }
    }
}

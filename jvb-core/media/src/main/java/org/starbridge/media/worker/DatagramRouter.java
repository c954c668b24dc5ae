package org.starbridge.media.worker;

import org.jspecify.annotations.Nullable;
import org.starbridge.media.blackbox.WorkerLog;
import org.starbridge.media.demux.KnownTuples;
import org.starbridge.media.demux.Route;
import org.starbridge.media.demux.UfragTable;
import org.starbridge.media.drop.DropReason;
import org.starbridge.media.endpoint.EndpointSession;
import org.starbridge.media.endpoint.EndpointTable;
import org.starbridge.media.endpoint.FaultContext;
import org.starbridge.media.session.StunHandler;
import org.starbridge.rtp.memory.Memory;
import org.starbridge.transport.ice.StunPeek;

/**
 * Finds the endpoint of a datagram. A datagram of an endpoint that another worker owns is passed on to that worker.
 * Owned by one worker.
 */
final class DatagramRouter {
    private final int worker;
    private final KnownTuples tuples;
    private final UfragTable ufrags;
    private final EndpointTable sessions;
    private final StunHandler stun;
    private final DatagramHandover handover;
    private final FaultContext faultContext;
    private final WorkerLog log;

    DatagramRouter(
            int worker,
            KnownTuples tuples,
            UfragTable ufrags,
            EndpointTable sessions,
            StunHandler stun,
            DatagramHandover handover,
            FaultContext faultContext,
            WorkerLog log) {
        this.worker = worker;
        this.tuples = tuples;
        this.ufrags = ufrags;
        this.sessions = sessions;
        this.stun = stun;
        this.handover = handover;
        this.faultContext = faultContext;
        this.log = log;
    }

    /** The route of a tuple that some endpoint's ICE agent calls its own, or null. */
    @Nullable
    Route route(long remote) {
        return tuples.find(remote);
    }

    /** The route's endpoint if this worker owns it, else null; what follows is done for it. */
    @Nullable
    EndpointSession local(Route route) {
        EndpointSession session = route.owner() == worker ? sessions.find(route.endpointKey()) : null;
        if (session != null) {
            faultContext.session(session);
        }
        return session;
    }

    /** The datagram was not used; counted for its endpoint, too, where that is known. */
    void onRefused(DropReason reason) {
        EndpointSession session = faultContext.session();
        if (session != null) {
            session.traffic().onRefused(reason);
        }
    }

    /** See {@link DatagramHandover#passOn}. */
    @Nullable
    DropReason passOn(Route route, long datagramAddress, int lengthBytes, long remote, long arrivalNs) {
        return handover.passOn(route, datagramAddress, lengthBytes, remote, arrivalNs);
    }

    /** The session's deadline may have changed. */
    void touch(EndpointSession session) {
        sessions.reschedule(session);
    }

    /** A STUN message: a request names its endpoint by user fragment, a response comes from a known address. */
    @Nullable
    DropReason onStun(long datagramAddress, int lengthBytes, long remote, long arrivalNs, long nowNs) {
        String ufrag = StunPeek.localUfrag(datagramAddress, lengthBytes);
        Route route = ufrag == null ? route(remote) : ufrags.find(ufrag);
        if (route == null) {
            return ufrag == null ? DropReason.UNKNOWN_ADDRESS : DropReason.UNKNOWN_UFRAG;
        }
        EndpointSession session = local(route);
        if (session == null) {
            return passOn(route, datagramAddress, lengthBytes, remote, arrivalNs);
        }
        log.onStun(route.endpointKey(), remote, datagramAddress, lengthBytes);
        stun.onStun(session, ufrag, datagramAddress, lengthBytes, remote, nowNs);
        touch(session);
        return null;
    }

    /** A DTLS record from an authenticated address. */
    @Nullable
    DropReason onDtls(long datagramAddress, int lengthBytes, long remote, long arrivalNs) {
        Route route = route(remote);
        if (route == null) {
            return DropReason.UNKNOWN_ADDRESS;
        }
        EndpointSession session = local(route);
        if (session == null) {
            return passOn(route, datagramAddress, lengthBytes, remote, arrivalNs);
        }
        session.transport().onDtls(Memory.copyOf(datagramAddress, lengthBytes));
        return null;
    }
}

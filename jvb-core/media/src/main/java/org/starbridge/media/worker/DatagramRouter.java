package org.starbridge.media.worker;

import java.net.InetSocketAddress;
import org.jspecify.annotations.Nullable;
import org.starbridge.media.demux.KnownTuples;
import org.starbridge.media.demux.LocalAddresses;
import org.starbridge.media.demux.Route;
import org.starbridge.media.demux.UfragTable;
import org.starbridge.media.drop.DropReason;
import org.starbridge.media.endpoint.EndpointSession;
import org.starbridge.media.endpoint.EndpointTable;
import org.starbridge.media.endpoint.FaultContext;
import org.starbridge.media.ring.PacketRing;
import org.starbridge.media.ring.RingCursor;
import org.starbridge.media.ring.RingNotifier;
import org.starbridge.media.ring.RingRecord;
import org.starbridge.media.session.SessionEvents;
import org.starbridge.rtp.memory.Memory;
import org.starbridge.rtp.memory.Slab;
import org.starbridge.transport.ice.StunPeek;
import org.starbridge.transport.ice.Tuple;
import org.starbridge.transport.udp.ReceiveBatch;
import org.starbridge.transport.udp.SocketAddresses;

/**
 * Finds the endpoint of a datagram, and passes it on if another worker owns that endpoint: the kernel spreads clients over
 * the sockets by their addresses, not by our choice. Owned by one worker.
 */
final class DatagramRouter {
    private final int worker;
    private final KnownTuples tuples;
    private final UfragTable ufrags;
    private final EndpointTable sessions;
    private final PacketRing ring;
    private final RingNotifier neighbours;
    private final LocalAddresses localAddresses;
    private final SessionEvents events;
    private final FaultContext inHand;
    private final Slab passedOn = Slab.allocate(ReceiveBatch.SLOT_BYTES + SocketAddresses.SIZE_BYTES);
    private boolean wasPassedOn;

    DatagramRouter(
            int worker,
            KnownTuples tuples,
            UfragTable ufrags,
            EndpointTable sessions,
            PacketRing ring,
            RingNotifier neighbours,
            LocalAddresses localAddresses,
            SessionEvents events,
            FaultContext inHand) {
        this.worker = worker;
        this.tuples = tuples;
        this.ufrags = ufrags;
        this.sessions = sessions;
        this.ring = ring;
        this.neighbours = neighbours;
        this.localAddresses = localAddresses;
        this.events = events;
        this.inHand = inHand;
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
            inHand.session(session);
        }
        return session;
    }

    /** The session's deadline may have changed. */
    void touch(EndpointSession session) {
        sessions.reschedule(session);
    }

    /** A STUN message: a request names its endpoint by user fragment, a response comes from a known address. */
    @Nullable
    DropReason onStun(long datagram, int lengthBytes, long remote, long arrivalNs, long nowNs) {
        String ufrag = StunPeek.localUfrag(datagram, lengthBytes);
        Route route = ufrag == null ? route(remote) : ufrags.find(ufrag);
        if (route == null) {
            return ufrag == null ? DropReason.UNKNOWN_ADDRESS : DropReason.UNKNOWN_UFRAG;
        }
        EndpointSession session = local(route);
        if (session == null) {
            return passOn(route, datagram, lengthBytes, remote, arrivalNs);
        }
        session.transport()
                .onStun(nowNs, ufrag, tuple(session, remote), Memory.copyOf(datagram, lengthBytes), events.of(session));
        touch(session);
        return null;
    }

    /** Nearly all come from where media comes from, every few seconds from everybody: for these there is an object. */
    private Tuple tuple(EndpointSession session, long remote) {
        Tuple media = session.mediaTuple();
        if (media != null
                && SocketAddresses.hasLocal(remote)
                && SocketAddresses.isSame(remote, session.receiver().destination())) {
            return media;
        }
        InetSocketAddress from = SocketAddresses.read(remote);
        return new Tuple(localAddresses.of(remote, from), from);
    }

    /** A DTLS record from an authenticated address. */
    @Nullable
    DropReason onDtls(long datagram, int lengthBytes, long remote, long arrivalNs) {
        Route route = route(remote);
        if (route == null) {
            return DropReason.UNKNOWN_ADDRESS;
        }
        EndpointSession session = local(route);
        if (session == null) {
            return passOn(route, datagram, lengthBytes, remote, arrivalNs);
        }
        session.transport().onDtls(Memory.copyOf(datagram, lengthBytes));
        return null;
    }

    /** Puts a datagram into this worker's ring for the worker that owns its endpoint. */
    @Nullable
    DropReason passOn(Route route, long datagram, int lengthBytes, long remote, long arrivalNs) {
        if (route.owner() == worker || wasPassedOn) {
            // The endpoint is gone and its addresses are about to be forgotten. Or two workers each believe that the
            // other one has it (two endpoints claimed one address): the datagram would go to and fro for ever.
            return DropReason.UNKNOWN_ADDRESS;
        }
        int bodyBytes = SocketAddresses.SIZE_BYTES + lengthBytes;
        long record = ring.claim(bodyBytes);
        Memory.copy(remote, RingRecord.body(record), SocketAddresses.SIZE_BYTES);
        Memory.copy(datagram, RingRecord.body(record) + SocketAddresses.SIZE_BYTES, lengthBytes);
        long owner = 1L << route.owner();
        RingRecord.writeDatagram(record, owner, route.endpointKey(), arrivalNs, bodyBytes);
        ring.commit(bodyBytes);
        neighbours.onCommitted(owner);
        return null;
    }

    /** A datagram that another worker heard: from here on it is as if we had. */
    void onPassedOn(long record, RingCursor cursor, PacketPath path, long nowNs) {
        inHand.nobody();
        int bodyBytes = RingRecord.bodyBytes(record);
        int lengthBytes = bodyBytes - SocketAddresses.SIZE_BYTES;
        if (lengthBytes < 0 || lengthBytes > ReceiveBatch.SLOT_BYTES) {
            return; // torn: the next look at the cursor says so
        }
        long arrivalNs = RingRecord.arrivalNs(record);
        Memory.copy(RingRecord.body(record), passedOn.address(), bodyBytes); // it is decrypted in our own memory
        if (cursor.isIntact()) {
            long datagram = passedOn.address() + SocketAddresses.SIZE_BYTES;
            wasPassedOn = true;
            try {
                path.onDatagram(datagram, lengthBytes, passedOn.address(), arrivalNs, nowNs);
            } finally {
                wasPassedOn = false;
            }
        }
    }

    void close() {
        passedOn.close();
    }
}

package org.starbridge.media.session;

import org.jspecify.annotations.Nullable;
import org.starbridge.media.capture.PacketWatch;
import org.starbridge.media.drop.DropCounters;
import org.starbridge.media.drop.DropReason;
import org.starbridge.media.egress.Egress;
import org.starbridge.media.endpoint.EndpointSession;
import org.starbridge.rtp.memory.Memory;
import org.starbridge.rtp.memory.Slab;
import org.starbridge.transport.ice.Tuple;
import org.starbridge.transport.udp.DatagramPort;
import org.starbridge.transport.udp.SocketAddresses;

/**
 * Sends the STUN and DTLS datagrams of one worker's endpoints, and counts those that cannot be sent. Owned by the
 * worker.
 */
public final class TransportDatagrams implements AutoCloseable {
    private final DatagramPort port;
    private final Egress egress;
    private final DropCounters drops;
    private final Slab destination = Slab.allocate(SocketAddresses.SIZE_BYTES);

    public TransportDatagrams(DatagramPort port, Egress egress, DropCounters drops) {
        this.port = port;
        this.egress = egress;
        this.drops = drops;
    }

    /** Sends over a pair of addresses that an ICE agent names. */
    void send(EndpointSession session, Tuple tuple, byte[] datagram) {
        PacketWatch watch = session.receiver().watch();
        if (watch != null) {
            watch.onSentStun(datagram);
        }
        if (tuple.equals(session.mediaTuple())) { // nearly always, and there is a native copy of it
            sendToMedia(session, datagram);
        } else {
            port.writeDestination(destination.address(), tuple.local(), tuple.remote());
            count(egress.send(datagram, destination.address()));
        }
    }

    /** Sends to where the session's media goes. */
    void sendToMedia(EndpointSession session, byte[] datagram) {
        count(egress.send(datagram, session.receiver().destination()));
    }

    /** Sends to an address that {@link #copyOfMedia} gave. */
    void send(byte[] address, byte[] datagram) {
        Memory.copyIn(address, 0, destination.address(), address.length);
        count(egress.send(datagram, destination.address()));
    }

    /** Returns the address that the session's media goes to, for after its end; null if nothing may be sent to it. */
    byte @Nullable [] copyOfMedia(EndpointSession session) {
        return session.receiver().ready() == null
                ? null
                : Memory.copyOf(session.receiver().destination(), SocketAddresses.SIZE_BYTES);
    }

    /** The session's media goes over this pair of addresses from now on. */
    void selectForMedia(EndpointSession session, Tuple tuple) {
        port.writeDestination(session.receiver().destination(), tuple.local(), tuple.remote());
        session.mediaTuple(tuple);
    }

    private void count(@Nullable DropReason refused) {
        if (refused != null) {
            drops.count(refused);
        }
    }

    @Override
    public void close() {
        destination.close();
    }
}

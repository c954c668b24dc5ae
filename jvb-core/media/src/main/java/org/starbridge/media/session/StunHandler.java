package org.starbridge.media.session;

import java.net.InetSocketAddress;
import org.jspecify.annotations.Nullable;
import org.starbridge.media.demux.LocalAddresses;
import org.starbridge.media.endpoint.EndpointSession;
import org.starbridge.rtp.memory.Memory;
import org.starbridge.transport.ice.Tuple;
import org.starbridge.transport.udp.SocketAddresses;

/** Hands STUN messages to the ICE agents of one worker's endpoints. Owned by the worker. */
public final class StunHandler {
    private final LocalAddresses localAddresses;
    private final SessionEvents events;

    public StunHandler(LocalAddresses localAddresses, SessionEvents events) {
        this.localAddresses = localAddresses;
        this.events = events;
    }

    /**
     * A STUN message for an endpoint.
     *
     * @param ufrag which of our user fragments it names; null if it names none
     * @param remote the addresses that it came from and was sent to, in native memory
     */
    public void onStun(
            EndpointSession session,
            @Nullable String ufrag,
            long datagramAddress,
            int lengthBytes,
            long remote,
            long nowNs) {
        session.transport()
                .onStun(
                        nowNs,
                        ufrag,
                        tuple(session, remote),
                        Memory.copyOf(datagramAddress, lengthBytes),
                        events.of(session));
    }

    /**
     * Nearly all come from where media comes from, every few seconds from every endpoint: for these there is an object.
     */
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
}

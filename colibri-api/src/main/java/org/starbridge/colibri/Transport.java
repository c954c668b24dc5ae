package org.starbridge.colibri;

import org.jspecify.annotations.Nullable;

/**
 * Transport by which an endpoint or relay is reached.
 *
 * @param iceControlling the bridge's ICE role; read on create only
 * @param useUniquePort ask for a port of its own instead of the shared one; honoured for relays only
 * @param iceRestart ask for fresh ICE credentials of the bridge, next to the established ones
 * @param iceUdp ICE and DTLS parameters of the sender; null when not given
 * @param sctp the data channel association; null when none is wanted
 */
public record Transport(
        boolean iceControlling,
        boolean useUniquePort,
        boolean iceRestart,
        @Nullable IceUdpTransport iceUdp,
        @Nullable Sctp sctp) {

    /** A transport that only carries ICE parameters: the usual answer, and the usual update. */
    public static Transport of(IceUdpTransport iceUdp) {
        return new Transport(false, false, false, iceUdp, null);
    }
}

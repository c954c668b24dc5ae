package org.starbridge.media.api;

import org.starbridge.transport.ice.IceState;
import org.starbridge.transport.ice.Tuple;
import org.starbridge.transport.srtp.SrtpProfile;

/** Events of an endpoint's transport for the control side. Called on its worker's thread: must return at once. */
public interface EndpointListener {
    /** ICE moved to another state. */
    void onIceState(IceState state);

    /** ICE connected over a TURN server of the peer's. Called in addition to the change of state. */
    default void onRelayed() {}

    /** ICE found no way in time; {@code reason} is a sentence for people. Called in addition to the change of state. */
    default void onIceFailed(String reason) {}

    /** Media takes these addresses from now on: the first ones, or others because the peer has moved. */
    default void onPair(Tuple tuple) {}

    /** The agent of an ICE restart carries media now, or was given up. */
    default void onIceRestartOver(int generation, boolean tookOver) {}

    /** The DTLS handshake is complete: media flows, protected as the profile says. */
    void onDtlsConnected(SrtpProfile profile);

    /**
     * The DTLS handshake failed for good, or, after {@link #onDtlsConnected}, the session ended; {@code reason} is a
     * sentence for people.
     */
    void onDtlsFailed(String reason);

    /**
     * Its sources began or ceased to send some layers, see {@link MediaEndpoint#layers()}. Told at most every 100 ms,
     * and only once layers have been asked for.
     */
    default void onLayersChanged() {}

    /** It can take more or less than before: {@link EndpointStats#bandwidth}. Called at once if it is much less. */
    default void onDownlinkChanged() {}
}

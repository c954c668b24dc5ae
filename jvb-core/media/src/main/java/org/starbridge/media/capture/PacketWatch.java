package org.starbridge.media.capture;

import org.starbridge.transport.srtp.SrtpProfile;

/** Observer of the packets from and to one endpoint, without their encryption. Called by the endpoint's worker. */
public interface PacketWatch {
    /** The first number of a record: a packet from the endpoint. */
    int RECEIVED = 0;
    /** The first number of a record: a packet to the endpoint. */
    int SENT = 1;

    /** An RTP packet from the endpoint. */
    void onReceivedRtp(long address, int lengthBytes, long nowNs);

    /** An RTP packet to the endpoint, in one piece. */
    void onSentRtp(long address, int headerBytes, int payloadBytes, long nowNs);

    /**
     * An RTP packet to the endpoint, which lies in two parts.
     *
     * @param headerBytes of the RTP header with its extension
     * @param descriptorBytes that follow it
     */
    void onSentRtp(
            long headerAddress, int headerBytes, int descriptorBytes, long restAddress, int restBytes, long nowNs);

    /**
     * A compound RTCP packet.
     *
     * @param direction {@link #RECEIVED} or {@link #SENT}
     */
    void onRtcp(int direction, long address, int lengthBytes, long nowNs);

    /** The pacer had a look at what waits for the endpoint; so many packets wait still. */
    default void onPaced(int waiting) {}

    /** A STUN message to the endpoint. */
    default void onSentStun(byte[] message) {}

    /** The handshake gave keys. */
    default void onKeys(SrtpProfile profile) {}

    /** The handshake failed, or its session ended. */
    default void onKeysFailed(String reason) {}
}

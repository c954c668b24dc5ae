package org.starbridge.hammer.client.transport;

import java.util.function.Consumer;

/** A protocol that uses a DTLS session in addition to SRTP: SCTP (RFC 8261). Called by DTLS threads. */
public interface ApplicationData {
    /** The session is up; {@code outlet} sends over it. */
    void onConnected(Consumer<byte[]> outlet);

    /** A packet came over the session. */
    void onData(byte[] packet);

    /** The session is over; {@code reason} is a part of a sentence. */
    void onTransportEnd(String reason);
}

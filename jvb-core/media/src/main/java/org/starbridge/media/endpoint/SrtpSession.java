package org.starbridge.media.endpoint;

import org.starbridge.transport.srtp.SrtpCrypto;
import org.starbridge.transport.srtp.SrtpKeys;
import org.starbridge.transport.srtp.SrtpProfile;
import org.starbridge.transport.srtp.SrtpReceiver;
import org.starbridge.transport.srtp.SrtpSender;

/**
 * Both directions of media under the keys of one handshake. Made by any thread, as that takes as long as hundreds of
 * packets; from then on the endpoint's worker's.
 */
public record SrtpSession(SrtpProfile profile, SrtpReceiver receiver, SrtpSender sender) implements AutoCloseable {
    /** SSRCs in one direction; a stranger can not make the tables grow beyond it. */
    private static final int MAX_STREAMS = 4096;

    /** Derives the session keys; {@code keys} may be wiped afterwards. */
    public static SrtpSession of(SrtpCrypto crypto, SrtpKeys keys) {
        SrtpReceiver receiver = new SrtpReceiver(crypto, keys, MAX_STREAMS);
        try {
            return new SrtpSession(keys.profile(), receiver, new SrtpSender(crypto, keys, MAX_STREAMS));
        } catch (RuntimeException e) {
            receiver.close();
            throw e;
        }
    }

    @Override
    public void close() {
        receiver.close();
        sender.close();
    }
}

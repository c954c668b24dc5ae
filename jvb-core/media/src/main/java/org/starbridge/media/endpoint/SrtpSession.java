package org.starbridge.media.endpoint;

import org.jspecify.annotations.Nullable;
import org.starbridge.rtp.state.State;
import org.starbridge.rtp.state.StateException;
import org.starbridge.transport.srtp.SrtpCrypto;
import org.starbridge.transport.srtp.SrtpKeys;
import org.starbridge.transport.srtp.SrtpProfile;
import org.starbridge.transport.srtp.SrtpReceiver;
import org.starbridge.transport.srtp.SrtpSender;

/**
 * Both directions of media under the keys of one handshake. Made by any thread, as that takes as long as hundreds of
 * packets; from then on the endpoint's worker's.
 *
 * @param keys a copy of the master keys, for a snapshot; wiped at the end
 */
public record SrtpSession(SrtpKeys keys, SrtpReceiver receiver, SrtpSender sender) implements AutoCloseable {
    /** SSRCs in one direction; a stranger can not make the tables grow beyond it. */
    private static final int MAX_STREAMS = 4096;

    /** Derives the session keys; {@code keys} may be wiped afterwards. */
    public static SrtpSession of(SrtpCrypto crypto, SrtpKeys keys) {
        SrtpReceiver receiver = new SrtpReceiver(crypto, keys, MAX_STREAMS);
        try {
            return new SrtpSession(keys.copy(), receiver, new SrtpSender(crypto, keys, MAX_STREAMS));
        } catch (RuntimeException e) {
            receiver.close();
            throw e;
        }
    }

    /** Returns the protection profile. */
    public SrtpProfile profile() {
        return keys.profile();
    }

    /**
     * Its part of a snapshot: keys, and what was counted under them.
     *
     * @param session to be written; null when the record is read
     */
    static SrtpSession state(State state, @Nullable SrtpSession session, SessionSnapshot snapshot)
            throws StateException {
        boolean isLeftOut = snapshot.keys() == SessionSnapshot.Keys.LEFT_OUT;
        SrtpKeys keys = SrtpKeys.state(
                state, session == null ? null : isLeftOut ? SrtpKeys.zeros(session.profile()) : session.keys);
        SrtpSession result = session == null ? of(snapshot.crypto(), keys) : session;
        try {
            result.receiver.state(state);
            result.sender.state(state);
        } catch (StateException e) {
            if (session == null) {
                result.close();
            }
            throw e;
        }
        return result;
    }

    @Override
    public void close() {
        keys.wipe();
        receiver.close();
        sender.close();
    }
}

package org.starbridge.transport.dtls.record;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import org.starbridge.rtp.state.State;
import org.starbridge.rtp.state.StateException;

/**
 * Keys of the records of both directions.
 *
 * @param localKey of what we send
 * @param localSalt secret part of the nonces of what we send
 * @param remoteKey of what the peer sends
 * @param remoteSalt secret part of the nonces of what the peer sends
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
public record RecordKeys(RecordSuite suite, byte[] localKey, byte[] localSalt, byte[] remoteKey, byte[] remoteSalt) {
    private static final int MAX_BYTES = 32;

    public RecordKeys {
        if (localKey.length != suite.keyBytes
                || remoteKey.length != suite.keyBytes
                || localSalt.length != suite.saltBytes
                || remoteSalt.length != suite.saltBytes) {
            throw new IllegalArgumentException("keys of another length than those of " + suite);
        }
    }

    /** Length of the key block: two keys, two salts. */
    public static int blockBytes(RecordSuite suite) {
        return 2 * (suite.keyBytes + suite.saltBytes);
    }

    /** Cuts a key block: client key, server key, client salt, server salt (RFC 5246 section 6.3). */
    public static RecordKeys ofBlock(RecordSuite suite, boolean isClient, byte[] block) {
        int key = suite.keyBytes;
        int salt = suite.saltBytes;
        byte[] clientKey = Arrays.copyOfRange(block, 0, key);
        byte[] serverKey = Arrays.copyOfRange(block, key, 2 * key);
        byte[] clientSalt = Arrays.copyOfRange(block, 2 * key, 2 * key + salt);
        byte[] serverSalt = Arrays.copyOfRange(block, 2 * key + salt, 2 * (key + salt));
        return isClient
                ? new RecordKeys(suite, clientKey, clientSalt, serverKey, serverSalt)
                : new RecordKeys(suite, serverKey, serverSalt, clientKey, clientSalt);
    }

    /** Part of a snapshot; null when it is read. */
    static RecordKeys state(State state, @Nullable RecordKeys known) throws StateException {
        RecordSuite suite = state.choice(known == null ? RecordSuite.AES_128_GCM : known.suite, RecordSuite.values());
        byte[] none = {};
        byte[] localKey = bytes(state, known == null ? none : known.localKey, suite.keyBytes);
        byte[] localSalt = bytes(state, known == null ? none : known.localSalt, suite.saltBytes);
        byte[] remoteKey = bytes(state, known == null ? none : known.remoteKey, suite.keyBytes);
        byte[] remoteSalt = bytes(state, known == null ? none : known.remoteSalt, suite.saltBytes);
        return new RecordKeys(suite, localKey, localSalt, remoteKey, remoteSalt);
    }

    private static byte[] bytes(State state, byte[] known, int length) throws StateException {
        byte[] bytes = state.bytes(known, MAX_BYTES);
        if (bytes.length != length) {
            throw new StateException("a key of a DTLS session has another length than its cipher needs");
        }
        return bytes;
    }

    /** Names the cipher only: keys must not reach a log. */
    @Override
    public String toString() {
        return "RecordKeys[" + suite + ", keys hidden]";
    }
}

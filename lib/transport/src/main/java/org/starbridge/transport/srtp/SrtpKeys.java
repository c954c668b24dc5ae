package org.starbridge.transport.srtp;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import org.starbridge.rtp.state.State;
import org.starbridge.rtp.state.StateException;

/**
 * The master keys and salts of one DTLS session (RFC 5764 section 4.2). The arrays are not copied: the code that made
 * them calls {@link #wipe} once the sender and the receiver exist.
 */
@SuppressWarnings("ArrayRecordComponent")
public record SrtpKeys(SrtpProfile profile, byte[] sendKey, byte[] sendSalt, byte[] receiveKey, byte[] receiveSalt) {
    /** Refuses keys and salts that do not have the profile's lengths. */
    public SrtpKeys {
        checkLength("send key", sendKey, profile.keyLengthBytes());
        checkLength("send salt", sendSalt, profile.saltLengthBytes());
        checkLength("receive key", receiveKey, profile.keyLengthBytes());
        checkLength("receive salt", receiveSalt, profile.saltLengthBytes());
    }

    /** The peer's view of the same session, on the same arrays. */
    public SrtpKeys swapped() {
        return new SrtpKeys(profile, receiveKey, receiveSalt, sendKey, sendSalt);
    }

    /** Overwrites the keys with zeros. */
    public void wipe() {
        Arrays.fill(sendKey, (byte) 0);
        Arrays.fill(sendSalt, (byte) 0);
        Arrays.fill(receiveKey, (byte) 0);
        Arrays.fill(receiveSalt, (byte) 0);
    }

    /** Names the profile; never shows a key. */
    @Override
    public String toString() {
        return "SrtpKeys[" + profile + "]";
    }

    private static void checkLength(String what, byte[] bytes, int expectedBytes) {
        if (bytes.length != expectedBytes) {
            throw new IllegalArgumentException(
                    what + " of " + bytes.length + " bytes: the profile expects " + expectedBytes);
        }
    }

    /**
     * Its part of a snapshot.
     *
     * @param keys to be written; null when the record is read
     */
    public static SrtpKeys state(State state, @Nullable SrtpKeys keys) throws StateException {
        SrtpProfile profile = SrtpProfile.byId(state.i32(keys == null ? 0 : keys.profile.id()));
        if (profile == null) {
            throw new StateException("keys of an SRTP profile that is not known");
        }
        byte[] none = {};
        byte[] sendKey = state.bytes(keys == null ? none : keys.sendKey, profile.keyLengthBytes());
        byte[] sendSalt = state.bytes(keys == null ? none : keys.sendSalt, profile.saltLengthBytes());
        byte[] receiveKey = state.bytes(keys == null ? none : keys.receiveKey, profile.keyLengthBytes());
        byte[] receiveSalt = state.bytes(keys == null ? none : keys.receiveSalt, profile.saltLengthBytes());
        if (sendKey.length != profile.keyLengthBytes()
                || receiveKey.length != profile.keyLengthBytes()
                || sendSalt.length != profile.saltLengthBytes()
                || receiveSalt.length != profile.saltLengthBytes()) {
            throw new StateException("SRTP keys of a wrong length");
        }
        return new SrtpKeys(profile, sendKey, sendSalt, receiveKey, receiveSalt);
    }

    /** Keys that are all zero, for what needs some but protects nothing. */
    public static SrtpKeys zeros(SrtpProfile profile) {
        return new SrtpKeys(
                profile,
                new byte[profile.keyLengthBytes()],
                new byte[profile.saltLengthBytes()],
                new byte[profile.keyLengthBytes()],
                new byte[profile.saltLengthBytes()]);
    }

    /** The same keys in arrays of their own. */
    public SrtpKeys copy() {
        return new SrtpKeys(profile, sendKey.clone(), sendSalt.clone(), receiveKey.clone(), receiveSalt.clone());
    }
}

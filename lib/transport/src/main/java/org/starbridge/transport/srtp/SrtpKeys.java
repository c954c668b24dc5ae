package org.starbridge.transport.srtp;

import java.util.Arrays;

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
}

package org.starbridge.transport.dtls;

import java.util.Arrays;
import java.util.Objects;

/**
 * The SRTP master keys that a handshake agreed on (RFC 5764 section 4.2). The arrays belong to the receiver of the
 * record, who may overwrite them when the keys are installed.
 *
 * @param profileId the protection profile: {@link #AEAD_AES_128_GCM}, {@link #AEAD_AES_256_GCM} or
 *     {@link #AES128_CM_HMAC_SHA1_80}
 * @param localKey master key of what we send, 16 or 32 bytes
 * @param localSalt master salt of what we send, 12 or 14 bytes
 * @param remoteKey master key of what the peer sends
 * @param remoteSalt master salt of what the peer sends
 */
@SuppressWarnings("ArrayRecordComponent") // Key material must stay overwritable; equality below is by content.
public record DtlsSrtpKeys(int profileId, byte[] localKey, byte[] localSalt, byte[] remoteKey, byte[] remoteSalt) {
    /** AES-CM with an 80-bit tag (RFC 5764 section 4.1.2): key 16, salt 14 bytes. */
    public static final int AES128_CM_HMAC_SHA1_80 = 0x0001;
    /** RFC 7714 section 14.2: key 16, salt 12 bytes. */
    public static final int AEAD_AES_128_GCM = 0x0007;
    /** RFC 7714 section 14.2: key 32, salt 12 bytes. */
    public static final int AEAD_AES_256_GCM = 0x0008;

    static boolean isKnown(int profileId) {
        return profileId == AES128_CM_HMAC_SHA1_80 || profileId == AEAD_AES_128_GCM || profileId == AEAD_AES_256_GCM;
    }

    static int keyLengthBytes(int profileId) {
        return profileId == AEAD_AES_256_GCM ? 32 : 16;
    }

    static int saltLengthBytes(int profileId) {
        return profileId == AES128_CM_HMAC_SHA1_80 ? 14 : 12;
    }

    /** Length of the exporter's output: two keys, two salts. */
    static int materialLengthBytes(int profileId) {
        return 2 * (keyLengthBytes(profileId) + saltLengthBytes(profileId));
    }

    /** Cuts the exporter's output: client key, server key, client salt, server salt (RFC 5764 section 4.2). */
    static DtlsSrtpKeys ofMaterial(int profileId, DtlsRole localRole, byte[] material) {
        int key = keyLengthBytes(profileId);
        int salt = saltLengthBytes(profileId);
        byte[] clientKey = Arrays.copyOfRange(material, 0, key);
        byte[] serverKey = Arrays.copyOfRange(material, key, 2 * key);
        byte[] clientSalt = Arrays.copyOfRange(material, 2 * key, 2 * key + salt);
        byte[] serverSalt = Arrays.copyOfRange(material, 2 * key + salt, 2 * (key + salt));
        return localRole == DtlsRole.CLIENT
                ? new DtlsSrtpKeys(profileId, clientKey, clientSalt, serverKey, serverSalt)
                : new DtlsSrtpKeys(profileId, serverKey, serverSalt, clientKey, clientSalt);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof DtlsSrtpKeys that
                && profileId == that.profileId
                && Arrays.equals(localKey, that.localKey)
                && Arrays.equals(localSalt, that.localSalt)
                && Arrays.equals(remoteKey, that.remoteKey)
                && Arrays.equals(remoteSalt, that.remoteSalt);
    }

    @Override
    public int hashCode() {
        return Objects.hash(profileId, Arrays.hashCode(localSalt), Arrays.hashCode(remoteSalt));
    }

    /** Names the profile only: keys must not reach a log. */
    @Override
    public String toString() {
        return "DtlsSrtpKeys[profileId=0x%04x, keys hidden]".formatted(profileId);
    }
}

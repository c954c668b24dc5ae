package org.starbridge.transport.srtp;

import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.util.Arrays;
import java.util.HexFormat;
import javax.crypto.Cipher;
import javax.crypto.spec.IvParameterSpec;
import javax.crypto.spec.SecretKeySpec;

/**
 * The session keys of one direction and one {@link PacketKind}, all streams alike: RFC 3711 section 4.3 with a key
 * derivation rate of 0 knows no SSRC. Short-lived: a {@link PacketCipher} takes what it needs, then the keys are wiped.
 */
public final class SessionKeys {
    /** The derivation's input is 112 bits; a 96-bit salt is followed by zeros (RFC 7714 section 11). */
    private static final int DERIVATION_BLOCK_BYTES = 16;

    /** The label lies seven bytes from the right end of those 112 bits, in front of the 48-bit index. */
    private static final int LABEL_OFFSET_BYTES = 7;

    private final SrtpProfile profile;
    private final PacketKind kind;
    private final byte[] encryptionKey;
    private final byte[] authenticationKey;
    private final byte[] salt;

    SessionKeys(SrtpProfile profile, PacketKind kind, byte[] encryptionKey, byte[] authenticationKey, byte[] salt) {
        if (encryptionKey.length != profile.keyLengthBytes()
                || authenticationKey.length != profile.authenticationKeyLengthBytes()
                || salt.length != profile.saltLengthBytes()) {
            throw new IllegalArgumentException("session keys of " + encryptionKey.length + ", "
                    + authenticationKey.length + " and " + salt.length + " bytes do not fit " + profile);
        }
        this.profile = profile;
        this.kind = kind;
        this.encryptionKey = encryptionKey;
        this.authenticationKey = authenticationKey;
        this.salt = salt;
    }

    static SessionKeys derive(SrtpProfile profile, PacketKind kind, byte[] masterKey, byte[] masterSalt) {
        try {
            Cipher cipher = Cipher.getInstance("AES/CTR/NoPadding");
            SecretKeySpec key = new SecretKeySpec(masterKey, "AES");
            return new SessionKeys(
                    profile,
                    kind,
                    derive(cipher, key, masterSalt, kind.encryptionLabel(), profile.keyLengthBytes()),
                    derive(cipher, key, masterSalt, kind.authenticationLabel(), profile.authenticationKeyLengthBytes()),
                    derive(cipher, key, masterSalt, kind.saltLabel(), profile.saltLengthBytes()));
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("this JDK has no AES in counter mode", e);
        }
    }

    /** AES in counter mode over zeros, the counter block being the salt with the label folded in. */
    private static byte[] derive(Cipher cipher, SecretKeySpec masterKey, byte[] masterSalt, int label, int lengthBytes)
            throws GeneralSecurityException {
        byte[] block = Arrays.copyOf(masterSalt, DERIVATION_BLOCK_BYTES);
        block[LABEL_OFFSET_BYTES] ^= (byte) label;
        try {
            cipher.init(Cipher.ENCRYPT_MODE, masterKey, new IvParameterSpec(block));
            return cipher.doFinal(new byte[lengthBytes]);
        } finally {
            Arrays.fill(block, (byte) 0);
        }
    }

    /** The profile these keys are for. */
    public SrtpProfile profile() {
        return profile;
    }

    /** Returns whether they protect RTP or RTCP. */
    public PacketKind kind() {
        return kind;
    }

    /** The same for the same keys, without giving them away: 64 bits of a SHA-256 in hexadecimal. */
    public String identity() {
        try {
            MessageDigest digest = MessageDigest.getInstance("SHA-256");
            digest.update(encryptionKey);
            digest.update(salt);
            return HexFormat.of().formatHex(digest.digest(), 0, Long.BYTES);
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("this JDK has no SHA-256", e);
        }
    }

    byte[] encryptionKey() {
        return encryptionKey;
    }

    byte[] authenticationKey() {
        return authenticationKey;
    }

    byte[] salt() {
        return salt;
    }

    void wipe() {
        Arrays.fill(encryptionKey, (byte) 0);
        Arrays.fill(authenticationKey, (byte) 0);
        Arrays.fill(salt, (byte) 0);
    }

    /** Names the profile and kind; never shows a key. */
    @Override
    public String toString() {
        return "SessionKeys[" + profile + " " + kind + "]";
    }
}

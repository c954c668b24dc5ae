package org.starbridge.transport.ice;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * One side's password as the HMAC-SHA1 key of MESSAGE-INTEGRITY, short-term credentials (RFC 8489 sections 9.1 and
 * 14.5). The HMAC covers the message up to the attribute, with the header's length as if the attribute were the last
 * one.
 */
final class StunKey {
    private static final String ALGORITHM = "HmacSHA1";

    private final Mac mac;

    StunKey(String password) {
        try {
            mac = Mac.getInstance(ALGORITHM);
            mac.init(new SecretKeySpec(password.getBytes(StandardCharsets.UTF_8), ALGORITHM));
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every Java platform has " + ALGORITHM, e);
        }
    }

    /** The HMAC for a MESSAGE-INTEGRITY attribute that begins at {@code integrityOffset}. */
    byte[] sign(byte[] message, int integrityOffset) {
        int lengthBytes = integrityOffset + Stun.MESSAGE_INTEGRITY_BYTES - Stun.HEADER_BYTES;
        mac.update(message, 0, 2);
        mac.update((byte) (lengthBytes >>> 8));
        mac.update((byte) lengthBytes);
        mac.update(message, 4, integrityOffset - 4);
        return mac.doFinal();
    }

    /**
     * Returns whether the attribute at {@code integrityOffset}, which lies within the message, was made with this key.
     */
    boolean hasSigned(byte[] message, int integrityOffset) {
        byte[] claimed = new byte[Stun.HMAC_SHA1_BYTES];
        System.arraycopy(message, integrityOffset + Stun.ATTRIBUTE_HEADER_BYTES, claimed, 0, claimed.length);
        return MessageDigest.isEqual(sign(message, integrityOffset), claimed);
    }
}

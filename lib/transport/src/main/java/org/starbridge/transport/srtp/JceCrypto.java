package org.starbridge.transport.srtp;

import java.security.GeneralSecurityException;
import javax.crypto.Cipher;
import org.starbridge.rtp.memory.Memory;

/**
 * Makes ciphers on the JDK's own providers. Bytes are copied into Java arrays and back here and nowhere else. The JDK
 * keeps copies of keys that can not be wiped; a closed cipher drops its references to them.
 */
final class JceCrypto implements SrtpCrypto {
    @Override
    public String name() {
        return "jce (Java " + Runtime.version().feature() + ")";
    }

    @Override
    public PacketCipher sealer(SessionKeys keys) {
        return keys.profile().isAead() ? new JceGcm(keys, true) : new JceCm(keys, true);
    }

    @Override
    public PacketCipher opener(SessionKeys keys) {
        return keys.profile().isAead() ? new JceGcm(keys, false) : new JceCm(keys, false);
    }

    static Cipher cipher(String transformation) {
        try {
            return Cipher.getInstance(transformation);
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("this JDK has no " + transformation, e);
        }
    }

    /** An array of at least {@code lengthBytes}: the same one unless it is too small. */
    static byte[] grown(byte[] array, int lengthBytes) {
        return array.length >= lengthBytes ? array : new byte[Integer.highestOneBit(lengthBytes) << 1];
    }

    /** Copies the parts of {@link PacketCipher#seal} behind each other; {@code into} has room. */
    static void gather(
            byte[] into,
            long slot,
            int headerAndPatchedLengthBytes,
            long rest,
            int restLengthBytes,
            int appendedLengthBytes) {
        Memory.copyOut(slot, into, 0, headerAndPatchedLengthBytes);
        if (restLengthBytes > 0) {
            Memory.copyOut(rest, into, headerAndPatchedLengthBytes, restLengthBytes);
        }
        if (appendedLengthBytes > 0) {
            int appendedAt = headerAndPatchedLengthBytes + restLengthBytes;
            Memory.copyOut(slot + appendedAt, into, appendedAt, appendedLengthBytes);
        }
    }

    /** Writes the IV's two halves; a short array takes only the beginning of the second. */
    static void putIv(byte[] iv, long high, long low) {
        for (int i = 0; i < iv.length; i++) {
            long half = i < Long.BYTES ? high : low;
            iv[i] = (byte) (half >>> (56 - Long.SIZE / Long.BYTES * (i % Long.BYTES)));
        }
    }
}

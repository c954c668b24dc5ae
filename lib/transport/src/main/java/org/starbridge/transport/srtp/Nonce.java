package org.starbridge.transport.srtp;

/**
 * Makes a packet's IV from the session salt, the SSRC and the index, as two big endian halves.
 *
 * <pre>
 * AEAD, 12 bytes (RFC 7714 sections 8.1 and 9.1):  00 00 | SSRC (4) | index (6)             xor salt (12)
 * CM, 16 bytes (RFC 3711 section 4.1.1):           00 00 00 00 | SSRC (4) | index (6) | 00 00 xor salt (14) | 00 00
 * </pre>
 *
 * RTP's index is ROC and sequence number, 48 bits; RTCP's has 31 bits and zeros in front.
 */
final class Nonce {
    private final boolean aead;
    private long saltHigh;
    private long saltLow;

    Nonce(SessionKeys keys) {
        this.aead = keys.profile().isAead();
        this.saltHigh = bigEndian(keys.salt(), 0);
        this.saltLow = bigEndian(keys.salt(), Long.BYTES);
    }

    /** The IV's first eight bytes. */
    long high(int ssrc, long index) {
        long ssrcBits = Integer.toUnsignedLong(ssrc);
        return saltHigh ^ (aead ? ssrcBits << 16 | index >>> 32 : ssrcBits);
    }

    /** The IV's other bytes, four of them in the upper half for AEAD, eight for CM. */
    long low(long index) {
        return saltLow ^ (aead ? index << 32 : index << 16);
    }

    void wipe() {
        saltHigh = 0;
        saltLow = 0;
    }

    /** Eight bytes of {@code bytes}, zeros where it has no more. */
    private static long bigEndian(byte[] bytes, int offset) {
        long value = 0;
        for (int i = offset; i < offset + Long.BYTES; i++) {
            value = value << 8 | (i < bytes.length ? bytes[i] & 0xFF : 0);
        }
        return value;
    }
}

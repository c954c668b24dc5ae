package org.starbridge.transport.ice;

/**
 * The numbers of STUN (RFC 8489 sections 5, 14 and 18) and of its ICE attributes (RFC 8445 section 16).
 *
 * <pre>
 *  0                   1                   2                   3
 *  0 1 2 3 4 5 6 7 8 9 0 1 2 3 4 5 6 7 8 9 0 1 2 3 4 5 6 7 8 9 0 1
 * +-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+
 * |0 0|     STUN Message Type     |         Message Length        |
 * +-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+
 * |                         Magic Cookie                          |
 * +-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+
 * |                     Transaction ID (96 bits)                  |
 * |                                                               |
 * |                                                               |
 * +-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+
 * |         Type                  |            Length             |  then attributes,
 * +-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+  each padded to a
 * |                         Value (variable)                ....     multiple of 4 bytes
 * </pre>
 */
final class Stun {
    static final int HEADER_BYTES = 20;
    static final int ATTRIBUTE_HEADER_BYTES = 4;
    static final int MAGIC_COOKIE = 0x2112_A442;

    static final int BINDING_REQUEST = 0x0001;
    static final int BINDING_INDICATION = 0x0011;
    static final int BINDING_SUCCESS = 0x0101;
    static final int BINDING_ERROR = 0x0111;

    static final int MAPPED_ADDRESS = 0x0001;
    static final int USERNAME = 0x0006;
    static final int MESSAGE_INTEGRITY = 0x0008;
    static final int ERROR_CODE = 0x0009;
    static final int UNKNOWN_ATTRIBUTES = 0x000A;
    static final int REALM = 0x0014;
    static final int NONCE = 0x0015;
    static final int XOR_MAPPED_ADDRESS = 0x0020;
    static final int PRIORITY = 0x0024;
    static final int USE_CANDIDATE = 0x0025;
    static final int FINGERPRINT = 0x8028;
    static final int ICE_CONTROLLED = 0x8029;
    static final int ICE_CONTROLLING = 0x802A;

    /** Attributes from here on may be ignored by those who do not know them. */
    static final int FIRST_OPTIONAL = 0x8000;

    static final int FAMILY_IPV4 = 1;
    static final int FAMILY_IPV6 = 2;

    static final int HMAC_SHA1_BYTES = 20;
    static final int MESSAGE_INTEGRITY_BYTES = ATTRIBUTE_HEADER_BYTES + HMAC_SHA1_BYTES;
    static final int FINGERPRINT_XOR = 0x5354_554E;

    /** USERNAME has fewer than 509 bytes, RFC 8489 section 14.3. */
    static final int USERNAME_LIMIT_BYTES = 508;

    static final int ERROR_UNKNOWN_ATTRIBUTE = 420;
    static final int ERROR_ROLE_CONFLICT = 487;

    private Stun() {}

    static int padded(int lengthBytes) {
        return (lengthBytes + 3) & ~3;
    }

    static int u16(byte[] bytes, int offset) {
        return ((bytes[offset] & 0xFF) << 8) | (bytes[offset + 1] & 0xFF);
    }

    static int i32(byte[] bytes, int offset) {
        return (u16(bytes, offset) << 16) | u16(bytes, offset + 2);
    }

    static long i64(byte[] bytes, int offset) {
        return ((long) i32(bytes, offset) << 32) | (i32(bytes, offset + 4) & 0xFFFF_FFFFL);
    }

    static void put16(byte[] bytes, int offset, int value) {
        bytes[offset] = (byte) (value >>> 8);
        bytes[offset + 1] = (byte) value;
    }

    static void put32(byte[] bytes, int offset, int value) {
        put16(bytes, offset, value >>> 16);
        put16(bytes, offset + 2, value);
    }

    static void put64(byte[] bytes, int offset, long value) {
        put32(bytes, offset, (int) (value >>> 32));
        put32(bytes, offset + 4, (int) value);
    }
}

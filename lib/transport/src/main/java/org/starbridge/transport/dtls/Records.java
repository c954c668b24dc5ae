package org.starbridge.transport.dtls;

/**
 * The outside of DTLS records, as far as it can be judged before any key is known. Stateless.
 *
 * <pre>
 *  record (RFC 6347 section 4.1), lengths in bytes
 *  +------+---------+-------+-----------------+--------+
 *  | type | version | epoch | sequence number | length |
 *  |  1   |    2    |   2   |        6        |   2    |
 *  +------+---------+-------+-----------------+--------+
 *
 *  handshake message (section 4.2.2)
 *  +------+--------+-------------+-----------------+-----------------+
 *  | type | length | message seq | fragment offset | fragment length |
 *  |  1   |   3    |      2      |        3        |        3        |
 *  +------+--------+-------------+-----------------+-----------------+
 * </pre>
 */
final class Records {
    static final int HEADER_BYTES = 13;
    static final int MESSAGE_HEADER_BYTES = 12;

    /** Number of bytes that one Ethernet frame can carry over UDP and IPv4. */
    static final int MAX_DATAGRAM_BYTES = 1500 - 20 - 8;

    /**
     * The longest handshake message we reassemble. Bouncy Castle allocates the whole message when its first fragment
     * comes, up to 16 MiB by the length field; certificates of WebRTC peers have about 300 to 1000 bytes.
     */
    static final int MAX_MESSAGE_BYTES = 16 * 1024;

    static final int CHANGE_CIPHER_SPEC = 20;
    static final int ALERT = 21;
    static final int HANDSHAKE = 22;
    static final int APPLICATION_DATA = 23;

    static final int CLIENT_HELLO = 1;
    static final int SERVER_HELLO = 2;
    static final int HELLO_VERIFY_REQUEST = 3;
    static final int CERTIFICATE = 11;
    static final int SERVER_KEY_EXCHANGE = 12;
    static final int CERTIFICATE_REQUEST = 13;
    static final int SERVER_HELLO_DONE = 14;
    static final int CERTIFICATE_VERIFY = 15;
    static final int CLIENT_KEY_EXCHANGE = 16;
    static final int FINISHED = 20;

    private Records() {}

    /**
     * Returns whether the datagram is a sequence of one or more whole records, and its plain handshake messages make
     * sense.
     */
    static boolean isWellFormed(byte[] datagram) {
        if (datagram.length < HEADER_BYTES || datagram.length > MAX_DATAGRAM_BYTES) {
            return false;
        }
        int offset = 0;
        while (offset < datagram.length) {
            int length = recordLengthBytes(datagram, offset);
            if (length < 0 || !isWellFormedRecord(datagram, offset, length)) {
                return false;
            }
            offset += length;
        }
        return true;
    }

    /** Length of the record at this offset with its header, or -1 if it reaches beyond the datagram. */
    static int recordLengthBytes(byte[] datagram, int offset) {
        if (datagram.length - offset < HEADER_BYTES) {
            return -1;
        }
        int length = HEADER_BYTES + u16(datagram, offset + 11);
        return length <= datagram.length - offset ? length : -1;
    }

    private static boolean isWellFormedRecord(byte[] datagram, int offset, int length) {
        int type = type(datagram, offset);
        int version = u16(datagram, offset + 1);
        if (type < CHANGE_CIPHER_SPEC || type > APPLICATION_DATA || (version != 0xFEFF && version != 0xFEFD)) {
            return false;
        }
        return !isPlainHandshake(datagram, offset)
                || isWellFormedHandshake(datagram, offset + HEADER_BYTES, offset + length);
    }

    private static boolean isWellFormedHandshake(byte[] datagram, int start, int end) {
        int at = start;
        do {
            if (end - at < MESSAGE_HEADER_BYTES) {
                return false;
            }
            int messageLength = u24(datagram, at + 1);
            int fragmentOffset = u24(datagram, at + 6);
            int fragmentLength = u24(datagram, at + 9);
            if (messageLength > MAX_MESSAGE_BYTES
                    || fragmentOffset + fragmentLength > messageLength
                    || fragmentLength > end - at - MESSAGE_HEADER_BYTES) {
                return false;
            }
            at += MESSAGE_HEADER_BYTES + fragmentLength;
        } while (at < end);
        return true;
    }

    /** Returns whether a well-formed datagram begins with a ClientHello or a fragment of one. */
    static boolean isClientHello(byte[] datagram) {
        return isPlainHandshake(datagram, 0) && type(datagram, HEADER_BYTES) == CLIENT_HELLO;
    }

    static boolean isPlainHandshake(byte[] datagram, int offset) {
        return type(datagram, offset) == HANDSHAKE && isPlain(datagram, offset);
    }

    /** Epoch 0: neither encrypted nor authenticated. */
    static boolean isPlain(byte[] datagram, int offset) {
        return u16(datagram, offset + 3) == 0;
    }

    static int type(byte[] datagram, int offset) {
        return datagram[offset] & 0xFF;
    }

    static int u16(byte[] bytes, int offset) {
        return (bytes[offset] & 0xFF) << 8 | (bytes[offset + 1] & 0xFF);
    }

    /** The sequence number of a record, without its epoch. */
    static long number(byte[] datagram, int offset) {
        return (long) u24(datagram, offset + 5) << 24 | u24(datagram, offset + 8);
    }

    static int u24(byte[] bytes, int offset) {
        return (bytes[offset] & 0xFF) << 16 | u16(bytes, offset + 1);
    }
}

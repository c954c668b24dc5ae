package org.starbridge.media.demux;

import org.starbridge.rtp.memory.Memory;

/** Kind of a datagram by its first bytes, RFC 7983 section 7 and RFC 5761 section 4. */
public enum DatagramKind {
    STUN,
    DTLS,
    RTP,
    RTCP,
    UNKNOWN;

    private static final int SHORTEST_RTP_BYTES = 12;
    private static final int SHORTEST_RTCP_BYTES = 8;

    /** Looks at a datagram of {@code lengthBytes} at {@code address}. */
    public static DatagramKind of(long address, int lengthBytes) {
        if (lengthBytes < SHORTEST_RTCP_BYTES) {
            return UNKNOWN;
        }
        int first = Memory.u8(address);
        if (first >= 128 && first <= 191) {
            int second = Memory.u8(address + 1);
            if (second >= 192 && second <= 223) {
                return RTCP;
            }
            return lengthBytes >= SHORTEST_RTP_BYTES ? RTP : UNKNOWN;
        }
        if (first <= 3) {
            return STUN;
        }
        return first >= 20 && first <= 63 ? DTLS : UNKNOWN;
    }
}

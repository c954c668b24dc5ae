package org.starbridge.rtp.packet;

/**
 * Serial arithmetic (RFC 1982) for the 16-bit and 32-bit numbers of RTP and RTCP, and the step from a 16-bit number to
 * an extended one (RFC 3550 appendix A.1). Numbers exactly half the range apart count as older, both ways.
 */
public final class SequenceNumbers {
    private SequenceNumbers() {}

    /**
     * Returns how far {@code to} is ahead of {@code from}, the short way round: -32768 to 32767. Only low 16 bits
     * count.
     */
    public static int distance(int from, int to) {
        return (short) (to - from);
    }

    /**
     * The extended number nearest to {@code highestExtended} whose low 16 bits are {@code seq16}. It is smaller than
     * the highest for a late packet, and may be negative when a packet comes late just after the start; who minds
     * starts at 65536 + seq16.
     *
     * @param highestExtended the highest extended number so far; any value
     * @param seq16 the number on the wire, 0 to 65535
     */
    public static long extend(long highestExtended, int seq16) {
        return highestExtended + (short) (seq16 - (int) highestExtended);
    }

    /** The extended number nearest to {@code highestExtended} whose low 32 bits are {@code value32}. */
    public static long extend32(long highestExtended, int value32) {
        return highestExtended + (value32 - (int) highestExtended);
    }
}

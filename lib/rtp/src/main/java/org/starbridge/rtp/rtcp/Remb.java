package org.starbridge.rtp.rtcp;

import org.jspecify.annotations.Nullable;
import org.starbridge.rtp.memory.Memory;

/**
 * A flyweight over a receiver estimated maximum bitrate, draft-alvestrand-rmcat-remb-03 section 2.2, and its writer.
 * Owned by one thread.
 *
 * <pre>
 *   |V=2|P| FMT=15  |     PT=206    |             length            |
 *   |            SSRC of sender; SSRC of media source (0)           |
 *   |  'R'            'E'             'M'             'B'           |
 *   |  num SSRC     |  exp      |       mantissa (18 bits)          |
 *   |   num SSRC sources                                            |
 * </pre>
 */
public final class Remb {
    static final int IDENTIFIER = 0x52454D42;

    private static final int SSRCS_OFFSET = 20;
    private static final int MANTISSA_BITS = 18;

    private long body;

    /** A view of nothing; {@link #wrap} comes first. */
    public Remb() {}

    /** Looks at the current block; null if it is a well-formed REMB. */
    public @Nullable RtcpFault wrap(RtcpView rtcp) {
        body = rtcp.bodyAddress();
        int fixed = SSRCS_OFFSET - RtcpView.HEADER_BYTES;
        RtcpFault fault = rtcp.expect(RtcpKind.REMB, fixed);
        if (fault == null && rtcp.bodyLengthBytes() < fixed + 4 * ssrcCount()) {
            fault = RtcpFault.BODY_TOO_SHORT;
        }
        return fault;
    }

    /** Returns the SSRC of the sender of the estimate. */
    public int senderSsrc() {
        return Memory.i32(body);
    }

    /** The estimate in bit/s; {@link Long#MAX_VALUE} if it does not fit. */
    public long bitrateBps() {
        int exponent = Memory.u8(body + 13) >>> 2;
        long mantissa = Memory.u24(body + 13) & ((1 << MANTISSA_BITS) - 1);
        return mantissa <= Long.MAX_VALUE >>> exponent ? mantissa << exponent : Long.MAX_VALUE;
    }

    /** Returns the number of sources that the estimate is for together, 0 to 255. */
    public int ssrcCount() {
        return Memory.u8(body + 12);
    }

    /** Source {@code index}, 0 to {@link #ssrcCount()} - 1. */
    public int ssrc(int index) {
        return Memory.i32(body + SSRCS_OFFSET - RtcpView.HEADER_BYTES + 4L * index);
    }

    /**
     * Writes a REMB for the first {@code count} of {@code ssrcs}, 0 to 255.
     *
     * @param bitrateBps 0 or more; the low bits that 18 bits of mantissa can not hold are dropped
     * @return the length written, or 0, and nothing written, if it is more than {@code capacityBytes}
     */
    public static int write(long address, int capacityBytes, int senderSsrc, long bitrateBps, int[] ssrcs, int count) {
        int length = SSRCS_OFFSET + 4 * count;
        if (length > capacityBytes) {
            return 0;
        }
        int exponent = Math.max(0, Long.SIZE - Long.numberOfLeadingZeros(bitrateBps) - MANTISSA_BITS);
        RtcpView.writeFeedbackHeader(address, RtcpKind.FORMAT_APPLICATION, RtcpKind.TYPE_PSFB, length, senderSsrc, 0);
        Memory.put32(address + 12, IDENTIFIER);
        Memory.put8(address + 16, count);
        Memory.put24(address + 17, exponent << MANTISSA_BITS | (int) (bitrateBps >>> exponent));
        for (int i = 0; i < count; i++) {
            Memory.put32(address + SSRCS_OFFSET + 4L * i, ssrcs[i]);
        }
        return length;
    }
}

package org.starbridge.rtp.rtcp;

import org.jspecify.annotations.Nullable;
import org.starbridge.rtp.memory.Memory;

/**
 * A flyweight cursor over the report blocks of a sender or receiver report, RFC 3550 section 6.4.1, and the writer of
 * one. Owned by one thread.
 *
 * <pre>
 *   +-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+
 *   |                 SSRC of the source reported on                |
 *   | fraction lost |       cumulative number of packets lost       |
 *   |           extended highest sequence number received           |
 *   |                      interarrival jitter                      |
 *   |                         last SR (LSR)                         |
 *   |                   delay since last SR (DLSR)                  |
 *   +-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+
 * </pre>
 */
public final class ReportBlock {
    /** One report block. */
    public static final int LENGTH_BYTES = 24;

    private static final int MAX_LOST = 0x7F_FFFF;

    private long block;
    private int remaining;

    /** A cursor over nothing; {@link #wrap} comes first. */
    public ReportBlock() {}

    /** Goes in front of the first report block of the current block, which must be a sender or a receiver report. */
    public @Nullable RtcpFault wrap(RtcpView rtcp) {
        remaining = 0;
        int first;
        switch (rtcp.kind()) {
            case SENDER_REPORT -> first = SenderReport.BLOCKS_OFFSET;
            case RECEIVER_REPORT -> first = ReceiverReport.BLOCKS_OFFSET;
            default -> {
                return RtcpFault.WRONG_KIND;
            }
        }
        if (rtcp.bodyLengthBytes() + RtcpView.HEADER_BYTES < first + LENGTH_BYTES * rtcp.count()) {
            return RtcpFault.BODY_TOO_SHORT;
        }
        block = rtcp.blockAddress() + first - LENGTH_BYTES;
        remaining = rtcp.count();
        return null;
    }

    /** Returns whether there is another one. */
    public boolean hasNext() {
        return remaining > 0;
    }

    /** Goes to the next report block; returns whether there is one. */
    public boolean next() {
        if (remaining == 0) {
            return false;
        }
        remaining--;
        block += LENGTH_BYTES;
        return true;
    }

    /** The source that is reported on. */
    public int ssrc() {
        return Memory.i32(block);
    }

    /** The share of packets lost since the last report, in 1/256: 0 to 255. */
    public int fractionLost() {
        return Memory.u8(block + 4);
    }

    /** The packets lost since the beginning; negative if there were more duplicates than losses. */
    public int cumulativeLost() {
        return Memory.u24(block + 5) << 8 >> 8;
    }

    /** The highest sequence number received, with 16 bits of cycles in front: 0 to 2^32 - 1. */
    public long extendedHighest() {
        return Memory.u32(block + 8);
    }

    /** The interarrival jitter in RTP timestamp ticks, 0 to 2^32 - 1. */
    public long jitter() {
        return Memory.u32(block + 12);
    }

    /** The middle 32 bits of the last sender report's NTP timestamp; 0 if there was none. */
    public int lsr() {
        return Memory.i32(block + 16);
    }

    /** The delay since that report arrived in 1/65536 s; 0 if there was none. */
    public int dlsr() {
        return Memory.i32(block + 20);
    }

    /**
     * Writes one report block of 24 bytes.
     *
     * @param fractionLost 0 to 255
     * @param cumulativeLost set to the nearest of -2^23 to 2^23 - 1
     * @param extendedHighest its low 32 bits are written
     * @param jitter its low 32 bits are written
     */
    public static void write(
            long address,
            int ssrc,
            int fractionLost,
            long cumulativeLost,
            long extendedHighest,
            long jitter,
            int lsr,
            int dlsr) {
        Memory.put32(address, ssrc);
        Memory.put8(address + 4, fractionLost);
        Memory.put24(address + 5, Math.clamp(cumulativeLost, -MAX_LOST - 1, MAX_LOST));
        Memory.put32(address + 8, extendedHighest);
        Memory.put32(address + 12, jitter);
        Memory.put32(address + 16, lsr);
        Memory.put32(address + 20, dlsr);
    }
}

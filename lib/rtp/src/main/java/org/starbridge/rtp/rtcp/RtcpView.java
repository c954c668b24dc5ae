package org.starbridge.rtp.rtcp;

import org.jspecify.annotations.Nullable;
import org.starbridge.rtp.memory.Memory;
import org.starbridge.rtp.packet.RtpView;

/**
 * A flyweight that walks the blocks of one compound RTCP packet, RFC 3550 section 6.1; a single block of any type is
 * accepted too (reduced size, RFC 5506). Owned by one thread; wrapped again for every packet.
 *
 * <pre>
 *    0                   1                   2                   3
 *    0 1 2 3 4 5 6 7 8 9 0 1 2 3 4 5 6 7 8 9 0 1 2 3 4 5 6 7 8 9 0 1
 *   +-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+
 *   |V=2|P| count or|   type        | length in 32-bit words, less 1|
 *   |     | format  |               |                               |
 *   +-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+
 *   |          SSRC of the sender, then what the type says          |
 *   +-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+
 * </pre>
 *
 * <p>"Body" is everything behind these first four bytes, sender's SSRC included, padding not.
 */
public final class RtcpView {
    static final int HEADER_BYTES = 4;

    private static final int PADDING_BIT = 0x20;

    private long next;
    private long end;
    private long block;
    private int bodyLengthBytes;

    /** A view of nothing; {@link #wrap} comes first. */
    public RtcpView() {}

    /**
     * Checks the frame of the whole compound packet (versions, types, lengths, padding) and goes in front of its first
     * block.
     *
     * @return null if it is well formed, else why not; after a fault there are no blocks
     */
    public @Nullable RtcpFault wrap(long address, int lengthBytes) {
        next = address;
        end = address;
        if (lengthBytes < HEADER_BYTES) {
            return RtcpFault.TOO_SHORT;
        }
        int offset = 0;
        while (offset < lengthBytes) {
            if (lengthBytes - offset < HEADER_BYTES) {
                return RtcpFault.TRUNCATED;
            }
            int first = Memory.u8(address + offset);
            if (first >>> 6 != 2) {
                return RtcpFault.BAD_VERSION;
            }
            if (!RtpView.isRtcp(Memory.u8(address + offset + 1))) {
                return RtcpFault.BAD_TYPE;
            }
            int block = blockLengthBytes(address + offset);
            if (block > lengthBytes - offset) {
                return RtcpFault.TRUNCATED;
            }
            offset += block;
            if ((first & PADDING_BIT) != 0) {
                int padding = Memory.u8(address + offset - 1);
                if (offset != lengthBytes || padding == 0 || padding > block - HEADER_BYTES) {
                    return RtcpFault.BAD_PADDING;
                }
            }
        }
        end = address + lengthBytes;
        return null;
    }

    /** Goes to the next block; returns whether there is one. */
    public boolean next() {
        if (next >= end) {
            return false;
        }
        block = next;
        int length = blockLengthBytes(block);
        next = block + length;
        bodyLengthBytes = length - HEADER_BYTES;
        if ((Memory.u8(block) & PADDING_BIT) != 0) {
            bodyLengthBytes -= Memory.u8(next - 1);
        }
        return true;
    }

    private static int blockLengthBytes(long block) {
        return HEADER_BYTES + 4 * Memory.u16(block + 2);
    }

    /** Returns the kind of the current block. */
    public RtcpKind kind() {
        return RtcpKind.of(type(), format(), bodyAddress(), bodyLengthBytes);
    }

    /** The type of the current block, 192 to 223. */
    public int type() {
        return Memory.u8(block + 1);
    }

    /** The number of report blocks, chunks or sources that the current block announces, 0 to 31. */
    public int count() {
        return Memory.u8(block) & 0x1F;
    }

    /** The same five bits as {@link #count()}, by the name that feedback messages give them (FMT). */
    public int format() {
        return count();
    }

    /** The SSRC that the current block begins with, or 0 if it is empty. For SDES and BYE: the first one listed. */
    public int senderSsrc() {
        return bodyLengthBytes >= 4 ? Memory.i32(block + HEADER_BYTES) : 0;
    }

    /** Returns the address of the current block, with its header. */
    public long blockAddress() {
        return block;
    }

    /** Returns the address of the current block's body: behind the header, at the sender's SSRC. */
    public long bodyAddress() {
        return block + HEADER_BYTES;
    }

    /** The current block without its header and without padding. */
    public int bodyLengthBytes() {
        return bodyLengthBytes;
    }

    /** The sender of the packet of at least 8 bytes at {@code address}: what SRTCP chooses its context by. */
    public static int senderSsrc(long address) {
        return Memory.i32(address + HEADER_BYTES);
    }

    /** Checks that the current block is of a kind and has a body of at least some length. */
    @Nullable
    RtcpFault expect(RtcpKind kind, int minimumBodyBytes) {
        if (kind() != kind) {
            return RtcpFault.WRONG_KIND;
        }
        return bodyLengthBytes < minimumBodyBytes ? RtcpFault.BODY_TOO_SHORT : null;
    }

    /** Writes a block's header without padding; {@code lengthBytes}, a multiple of 4, is the whole block's. */
    static void writeHeader(long address, int countOrFormat, int type, int lengthBytes) {
        Memory.put32(address, (0x80L | countOrFormat) << 24 | (long) type << 16 | (lengthBytes / 4 - 1));
    }

    /** Writes a feedback message's header and its two SSRCs, RFC 4585 section 6.1: 12 bytes. */
    static void writeFeedbackHeader(
            long address, int format, int type, int lengthBytes, int senderSsrc, int mediaSsrc) {
        writeHeader(address, format, type, lengthBytes);
        Memory.put32(address + 4, senderSsrc);
        Memory.put32(address + 8, mediaSsrc);
    }
}

package org.starbridge.rtp.codec;

import org.jspecify.annotations.Nullable;
import org.starbridge.rtp.memory.Memory;

/**
 * A flyweight over redundant audio, RFC 2198: older frames once more, oldest first, then the packet's own. Owned by one
 * thread; wrapped again for every packet. To strip it is to send the {@link #primaryAddress primary} block alone, which
 * lies at the end of the payload, under its own payload type.
 *
 * <pre>
 *   +-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+
 *   |1|   block PT  |  timestamp offset         |   block length    |  one per redundant block
 *   +-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+
 *   |0|   block PT  |  the primary block: what is left
 *   +-+-+-+-+-+-+-+-+
 * </pre>
 */
public final class RedPayload {
    /** Blocks that are looked at, the primary one included. */
    public static final int MAX_BLOCKS = 8;

    private static final int MORE = 0x80;
    private static final int HEADER_BYTES = 4;

    private final int[] payloadTypes = new int[MAX_BLOCKS];
    private final int[] timestampOffsets = new int[MAX_BLOCKS];
    private final long[] addresses = new long[MAX_BLOCKS];
    private final int[] lengths = new int[MAX_BLOCKS];
    private int count;

    /** A view of nothing; {@link #wrap} comes first. */
    public RedPayload() {}

    /** Looks at an RTP payload without padding; null if it is well formed, else why not, and there are no blocks. */
    public @Nullable RedFault wrap(long payloadAddress, int payloadLengthBytes) {
        count = 0;
        if (payloadLengthBytes <= 0) {
            return RedFault.EMPTY;
        }
        long end = payloadAddress + payloadLengthBytes;
        long position = payloadAddress;
        int blocks = 0;
        while ((Memory.u8(position) & MORE) != 0) {
            if (blocks == MAX_BLOCKS - 1) {
                return RedFault.TOO_MANY_BLOCKS;
            }
            if (end - position <= HEADER_BYTES) {
                return RedFault.TRUNCATED;
            }
            int offsetAndLength = Memory.u24(position + 1);
            payloadTypes[blocks] = Memory.u8(position) & 0x7F;
            timestampOffsets[blocks] = offsetAndLength >>> 10;
            lengths[blocks] = offsetAndLength & 0x3FF;
            blocks++;
            position += HEADER_BYTES;
        }
        payloadTypes[blocks] = Memory.u8(position) & 0x7F;
        timestampOffsets[blocks] = 0;
        return layOut(position + 1, end, blocks);
    }

    private @Nullable RedFault layOut(long data, long end, int redundant) {
        long position = data;
        for (int i = 0; i < redundant; i++) {
            addresses[i] = position;
            position += lengths[i];
        }
        if (position > end) {
            return RedFault.TRUNCATED;
        }
        addresses[redundant] = position;
        lengths[redundant] = (int) (end - position);
        count = redundant + 1;
        return null;
    }

    /** Blocks, the primary one included: 1 to {@value #MAX_BLOCKS}. */
    public int count() {
        return count;
    }

    /** The payload type of a block, 0 (the oldest) to {@link #count} - 1 (the primary). */
    public int payloadType(int block) {
        return payloadTypes[block];
    }

    /** Returns how much older than the packet a block is, in RTP ticks, 0 to 16383. */
    public int timestampOffset(int block) {
        return timestampOffsets[block];
    }

    /** Returns the address of a block's data. */
    public long address(int block) {
        return addresses[block];
    }

    /** A block's data in bytes: 0 to 1023, or anything of the primary one. */
    public int lengthBytes(int block) {
        return lengths[block];
    }

    /** The payload type of the packet's own audio. */
    public int primaryPayloadType() {
        return payloadTypes[count - 1];
    }

    /** Returns the address of the packet's own audio. */
    public long primaryAddress() {
        return addresses[count - 1];
    }

    /** The length of the packet's own audio; 0 when there is none. */
    public int primaryLengthBytes() {
        return lengths[count - 1];
    }
}

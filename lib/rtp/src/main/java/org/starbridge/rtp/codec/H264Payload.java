package org.starbridge.rtp.codec;

import org.jspecify.annotations.Nullable;
import org.starbridge.rtp.memory.Memory;

/**
 * NAL units that begin in an H.264 packet, RFC 6184 section 5: a single NAL unit, several of them (STAP-A), or a
 * fragment of one (FU-A). Owned by one thread; wrapped for every packet.
 *
 * <pre>
 *          +-+-+-+-+-+-+-+-+
 *          |F|NRI|  type   |   type 1 to 23: the NAL unit itself; 24: STAP-A, 28: FU-A, the NRI then of what is in it
 *          +-+-+-+-+-+-+-+-+
 *   24:    | size (16 bits) and NAL unit, any number of times
 *          +-+-+-+-+-+-+-+-+
 *   28:    |S|E|R|  type   |   S, E: first, last fragment; type: that of the NAL unit
 *          +-+-+-+-+-+-+-+-+
 * </pre>
 *
 * <p>STAP-B, MTAP and FU-B are of a mode that browsers do not offer; nothing is known to begin in them.
 */
public final class H264Payload {
    static final int SLICE = 1;
    static final int PARTITION_A = 2;
    static final int IDR_SLICE = 5;
    static final int SPS = 7;
    static final int PPS = 8;

    private static final int STAP_A = 24;
    private static final int FU_A = 28;
    private static final int HIGHEST_SINGLE = 23;
    private static final int START = 0x80;
    private static final int END = 0x40;

    private int nalRefIdc;
    private int types;
    private boolean isStartOfPicture;
    private boolean isStartOfUnit;
    private boolean isEndOfUnit;

    /** A view of nothing; {@link #wrap} comes first. */
    public H264Payload() {}

    /** Looks at an RTP payload without padding; null if it is whole, else why not, and then nothing begins in it. */
    public @Nullable DescriptorFault wrap(long payloadAddress, int payloadLengthBytes) {
        nalRefIdc = 0;
        types = 0;
        isStartOfPicture = false;
        isStartOfUnit = false;
        isEndOfUnit = false;
        if (payloadLengthBytes <= 0) {
            return DescriptorFault.EMPTY;
        }
        int first = Memory.u8(payloadAddress);
        int type = first & 0x1F;
        long end = payloadAddress + payloadLengthBytes;
        if (type == STAP_A) {
            return wrapAggregate(payloadAddress + 1, end);
        }
        nalRefIdc = first >>> 5 & 3;
        if (type == FU_A) {
            return wrapFragment(payloadAddress + 1, end);
        }
        isStartOfUnit = true;
        isEndOfUnit = true;
        if (type <= HIGHEST_SINGLE) {
            onUnit(type, payloadAddress + 1, end);
        }
        return null;
    }

    private @Nullable DescriptorFault wrapAggregate(long units, long end) {
        long unit = units;
        int highestRefIdc = 0;
        while (unit < end) {
            int size = end - unit < 2 ? 0 : Memory.u16(unit);
            if (end - unit < 2 || size > end - unit - 2) {
                types = 0;
                isStartOfPicture = false;
                return DescriptorFault.TRUNCATED;
            }
            if (size > 0) {
                int header = Memory.u8(unit + 2);
                highestRefIdc = Math.max(highestRefIdc, header >>> 5 & 3);
                onUnit(header & 0x1F, unit + 3, unit + 2 + size);
            }
            unit += 2 + size;
        }
        nalRefIdc = highestRefIdc;
        isStartOfUnit = true;
        isEndOfUnit = true;
        return null;
    }

    private @Nullable DescriptorFault wrapFragment(long header, long end) {
        if (header >= end) {
            nalRefIdc = 0;
            return DescriptorFault.TRUNCATED;
        }
        int fragment = Memory.u8(header);
        isStartOfUnit = (fragment & START) != 0;
        isEndOfUnit = (fragment & END) != 0;
        if (isStartOfUnit) {
            onUnit(fragment & 0x1F, header + 1, end);
        }
        return null;
    }

    /** A slice header begins with first_mb_in_slice in Exp-Golomb code; a bit of 1 is the number 0. */
    private void onUnit(int type, long content, long end) {
        types |= 1 << type;
        boolean isSlice = type == SLICE || type == PARTITION_A || type == IDR_SLICE;
        isStartOfPicture |= isSlice && content < end && (Memory.u8(content) & 0x80) != 0;
    }

    /** Returns whether a NAL unit of a type (1 to 23) begins in the packet. */
    public boolean begins(int nalUnitType) {
        return (types >>> nalUnitType & 1) != 0;
    }

    /** Returns whether a slice of a picture that is no IDR picture begins in the packet, not cut into partitions. */
    public boolean beginsSlice() {
        return begins(SLICE);
    }

    /** Returns whether a sequence parameter set begins in the packet. */
    public boolean beginsSequenceParameterSet() {
        return begins(SPS);
    }

    /** Returns whether a picture parameter set begins in the packet. */
    public boolean beginsPictureParameterSet() {
        return begins(PPS);
    }

    /** Returns whether the first slice of an IDR picture begins in the packet. */
    public boolean beginsIdrPicture() {
        return isStartOfPicture && begins(IDR_SLICE);
    }

    /**
     * Returns whether the first slice of any picture begins in the packet: a slice whose first macroblock is the
     * picture's.
     */
    public boolean beginsPicture() {
        return isStartOfPicture;
    }

    /**
     * nal_ref_idc, 0 to 3; the highest one in an aggregate. A picture whose slices all have 0 is of use to no other
     * one.
     */
    public int nalRefIdc() {
        return nalRefIdc;
    }

    /** Returns whether the packet begins with the beginning of a NAL unit: any but a later fragment. */
    public boolean isStartOfUnit() {
        return isStartOfUnit;
    }

    /** Returns whether the packet ends with the end of a NAL unit: any but an earlier fragment. */
    public boolean isEndOfUnit() {
        return isEndOfUnit;
    }
}

package org.starbridge.rtp.codec;

import org.jspecify.annotations.Nullable;
import org.starbridge.rtp.memory.Memory;

/**
 * NAL units that begin in an H.265 packet, RFC 7798 section 4: a single NAL unit, several of them (AP), or a fragment
 * of one (FU). Owned by one thread; wrapped for every packet.
 *
 * <pre>
 *          +-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+
 *          |F|   type    |  layer id |TID+1|   type 0 to 47: the NAL unit itself; 48: AP, 49: FU, 50: PACI
 *          +-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+
 *   48:    | size (16 bits) and NAL unit, any number of times
 *          +-+-+-+-+-+-+-+-+
 *   49:    |S|E|   type    |   S, E: first, last fragment; type: that of the NAL unit
 *          +-+-+-+-+-+-+-+-+
 * </pre>
 *
 * <p>Decoding order numbers are of a mode that browsers do not offer (sprop-max-don-diff above 0). Of a PACI packet
 * only the temporal layer is known.
 */
public final class H265Payload {
    private static final int HIGHEST_SINGLE = 47;
    private static final int HIGHEST_SLICE = 31;
    private static final int AGGREGATE = 48;
    private static final int FRAGMENT = 49;
    private static final int HEADER_BYTES = 2;
    private static final int START = 0x80;
    private static final int END = 0x40;

    private static final int LOWEST_RANDOM_ACCESS = 16;
    private static final int HIGHEST_RANDOM_ACCESS = 23;
    private static final int VPS = 32;
    private static final int SPS = 33;
    private static final int PPS = 34;
    /** Sub-layer non-reference pictures have an even type up to this one (RSV_VCL_N14). */
    private static final int HIGHEST_NON_REFERENCE = 14;

    private long types;
    private int temporalLayer;
    private int sliceType;
    private boolean isStartOfPicture;
    private boolean isStartOfUnit;
    private boolean isEndOfUnit;

    /** A view of nothing; {@link #wrap} comes first. */
    public H265Payload() {}

    /** Looks at an RTP payload without padding; null if it is whole, else why not, and then nothing begins in it. */
    public @Nullable DescriptorFault wrap(long payloadAddress, int payloadLengthBytes) {
        forget();
        if (payloadLengthBytes <= 0) {
            return DescriptorFault.EMPTY;
        }
        if (payloadLengthBytes < HEADER_BYTES) {
            return DescriptorFault.TRUNCATED;
        }
        int header = Memory.u16(payloadAddress);
        temporalLayer = Math.max(0, (header & 7) - 1);
        int type = header >>> 9 & 0x3F;
        long content = payloadAddress + HEADER_BYTES;
        long end = payloadAddress + payloadLengthBytes;
        DescriptorFault fault = switch (type) {
            case AGGREGATE -> wrapAggregate(content, end);
            case FRAGMENT -> wrapFragment(content, end);
            default -> wrapSingle(type, content, end);
        };
        if (fault != null) {
            forget();
        }
        return fault;
    }

    private void forget() {
        types = 0;
        temporalLayer = 0;
        sliceType = -1;
        isStartOfPicture = false;
        isStartOfUnit = false;
        isEndOfUnit = false;
    }

    private @Nullable DescriptorFault wrapSingle(int type, long content, long end) {
        isStartOfUnit = true;
        isEndOfUnit = true;
        if (type <= HIGHEST_SINGLE) {
            onUnit(type, content, end);
        }
        return null;
    }

    private @Nullable DescriptorFault wrapAggregate(long units, long end) {
        for (long unit = units; unit < end; ) {
            if (end - unit < 2) {
                return DescriptorFault.TRUNCATED;
            }
            int size = Memory.u16(unit);
            if (size < HEADER_BYTES || size > end - unit - 2) {
                return DescriptorFault.TRUNCATED;
            }
            onUnit(Memory.u8(unit + 2) >>> 1 & 0x3F, unit + 2 + HEADER_BYTES, unit + 2 + size);
            unit += 2 + size;
        }
        isStartOfUnit = true;
        isEndOfUnit = true;
        return null;
    }

    private @Nullable DescriptorFault wrapFragment(long header, long end) {
        if (header >= end) {
            return DescriptorFault.TRUNCATED;
        }
        int fragment = Memory.u8(header);
        isStartOfUnit = (fragment & START) != 0;
        isEndOfUnit = (fragment & END) != 0;
        int type = fragment & 0x3F;
        if (isStartOfUnit) {
            onUnit(type, header + 1, end);
        } else if (type <= HIGHEST_SLICE) {
            sliceType = type;
        }
        return null;
    }

    /** A slice header begins with first_slice_segment_in_pic_flag. */
    private void onUnit(int type, long content, long end) {
        types |= 1L << type;
        if (type <= HIGHEST_SLICE) {
            sliceType = type;
            isStartOfPicture |= content < end && (Memory.u8(content) & 0x80) != 0;
        }
    }

    /** Returns whether a NAL unit of a type (0 to 47) begins in the packet. */
    public boolean begins(int nalUnitType) {
        return (types >>> nalUnitType & 1) != 0;
    }

    /** Returns whether a video or sequence parameter set begins in the packet. */
    public boolean beginsSequenceParameterSet() {
        return begins(VPS) || begins(SPS);
    }

    /** Returns whether a picture parameter set begins in the packet. */
    public boolean beginsPictureParameterSet() {
        return begins(PPS);
    }

    /**
     * Returns whether the first slice of a picture begins in the packet with which decoding can begin (IDR, BLA, CRA).
     */
    public boolean beginsRandomAccessPicture() {
        return isStartOfPicture && sliceType >= LOWEST_RANDOM_ACCESS && sliceType <= HIGHEST_RANDOM_ACCESS;
    }

    /** Returns whether the first slice of any picture begins in the packet. */
    public boolean beginsPicture() {
        return isStartOfPicture;
    }

    /** The temporal layer, 0 to 6; the lowest one in an aggregate. */
    public int temporalLayer() {
        return temporalLayer;
    }

    /**
     * Returns whether the packet has a slice of a sub-layer non-reference picture: no other picture of its temporal
     * layer refers to it, but one of a higher layer may.
     */
    public boolean isSubLayerNonReference() {
        return sliceType >= 0 && sliceType <= HIGHEST_NON_REFERENCE && (sliceType & 1) == 0;
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

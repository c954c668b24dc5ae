package org.starbridge.rtp.codec;

import org.starbridge.rtp.memory.Memory;

/**
 * Tells the packets with which a receiver can begin to decode, from the first bytes of the RTP payload. Has no state;
 * any thread may ask. A payload that is cut off is no key frame.
 */
public final class KeyFrames {
    private static final int H264_IDR = 5;
    private static final int H264_SPS = 7;
    private static final int H264_STAP_A = 24;
    private static final int H264_FU_A = 28;
    private static final int H265_AP = 48;
    private static final int H265_FU = 49;

    private KeyFrames() {}

    /**
     * Returns whether the packet begins a key frame (H.264, H.265: a random access picture or its parameter sets; AV1:
     * a coded video sequence). Always false for {@link VideoCodec#OTHER}.
     *
     * @param payloadLengthBytes without padding
     */
    public static boolean isKeyFrame(VideoCodec codec, long payloadAddress, int payloadLengthBytes) {
        if (payloadLengthBytes < 1) {
            return false;
        }
        return switch (codec) {
            case VP8 -> isVp8(payloadAddress, payloadLengthBytes);
            case VP9 -> isVp9(payloadAddress, payloadLengthBytes);
            case H264 -> isH264(payloadAddress, payloadLengthBytes);
            case H265 -> isH265(payloadAddress, payloadLengthBytes);
            case AV1 -> (Memory.u8(payloadAddress) & 0x08) != 0;
            case OTHER -> false;
        };
    }

    /** RFC 7741 section 4.3: first packet of partition 0 (S, PID 0), and P of the payload header is 0. */
    private static boolean isVp8(long address, int lengthBytes) {
        int descriptor = Vp8Descriptor.lengthBytes(address, lengthBytes);
        return (Memory.u8(address) & 0x17) == 0x10
                && descriptor > 0
                && descriptor < lengthBytes
                && (Memory.u8(address + descriptor) & 1) == 0;
    }

    /**
     * RFC 9628 section 4.2: |I|P|L|F|B|E|V|Z|, then the picture id of one or two bytes if I, then |TID|U|SID|D| if L.
     * Not predicted from an earlier picture (P 0), start of frame (B 1), lowest spatial layer (SID 0). Senders without
     * layers (GStreamer) never set P: of these the frame's own header tells.
     */
    private static boolean isVp9(long address, int lengthBytes) {
        int first = Memory.u8(address);
        if ((first & 0x48) != 0x08) {
            return false;
        }
        int offset = 1;
        if ((first & 0x80) != 0) {
            if (lengthBytes < 2) {
                return false;
            }
            offset += (Memory.u8(address + 1) & 0x80) != 0 ? 2 : 1;
        }
        if ((first & 0x20) != 0) {
            return offset < lengthBytes && (Memory.u8(address + offset) & 0x0E) == 0;
        }
        boolean hasStructure = (first & 0x02) != 0; // comes with key frames only
        return hasStructure || !Vp9Dependencies.saysNoKeyFrame(address + offset, lengthBytes - offset);
    }

    /** RFC 7798 section 4.4: IRAP pictures have the types 16 to 23, parameter sets 32 to 34. */
    private static boolean isH265(long address, int lengthBytes) {
        if (lengthBytes < 3) {
            return false;
        }
        int type = Memory.u8(address) >>> 1 & 0x3F;
        return switch (type) {
            case H265_AP -> startsH265UnitOfAggregate(address + 2, address + lengthBytes);
            case H265_FU -> (Memory.u8(address + 2) & 0x80) != 0 && isH265Start(Memory.u8(address + 2) & 0x3F);
            default -> isH265Start(type);
        };
    }

    private static boolean startsH265UnitOfAggregate(long units, long end) {
        long unit = units;
        while (end - unit > 2) {
            int size = Memory.u16(unit);
            if (size > end - unit - 2) {
                return false;
            }
            if (size > 0 && isH265Start(Memory.u8(unit + 2) >>> 1 & 0x3F)) {
                return true;
            }
            unit += 2 + size;
        }
        return false;
    }

    private static boolean isH265Start(int nalType) {
        return (nalType >= 16 && nalType <= 23) || (nalType >= 32 && nalType <= 34);
    }

    private static boolean isH264(long address, int lengthBytes) {
        return startsH264Unit(address, lengthBytes, 1 << H264_IDR | 1 << H264_SPS);
    }

    /** Returns whether an H.264 packet holds a sequence parameter set, or the start of one. */
    static boolean holdsParameterSet(long payloadAddress, int payloadLengthBytes) {
        return payloadLengthBytes > 0 && startsH264Unit(payloadAddress, payloadLengthBytes, 1 << H264_SPS);
    }

    /**
     * Returns whether a NAL unit of one of some types starts in a packet, RFC 6184 section 5.4 to 5.8: a single NAL
     * unit, STAP-A, or the start of a FU-A.
     *
     * @param types one bit for each NAL unit type
     */
    private static boolean startsH264Unit(long address, int lengthBytes, int types) {
        int type = Memory.u8(address) & 0x1F;
        return switch (type) {
            case H264_STAP_A -> startsH264UnitOfAggregate(address + 1, address + lengthBytes, types);
            case H264_FU_A ->
                lengthBytes > 1
                        && (Memory.u8(address + 1) & 0x80) != 0
                        && isAmong(Memory.u8(address + 1) & 0x1F, types);
            default -> isAmong(type, types);
        };
    }

    private static boolean startsH264UnitOfAggregate(long units, long end, int types) {
        long unit = units;
        while (end - unit > 2) {
            int size = Memory.u16(unit);
            if (size > end - unit - 2) {
                return false;
            }
            if (size > 0 && isAmong(Memory.u8(unit + 2) & 0x1F, types)) {
                return true;
            }
            unit += 2 + size;
        }
        return false;
    }

    private static boolean isAmong(int nalType, int types) {
        return (types >>> nalType & 1) != 0;
    }
}

package org.starbridge.rtp.codec;

import org.jspecify.annotations.Nullable;
import org.starbridge.rtp.memory.Memory;

/**
 * A flyweight over the VP8 payload descriptor, RFC 7741 section 4.2, with what the payload header (section 4.3) tells
 * of key frames; and the descriptor's writer. Owned by one thread; wrapped again for every packet.
 *
 * <pre>
 *        +-+-+-+-+-+-+-+-+
 *        |X|R|N|S|R| PID |   S: start of partition PID; N: nothing depends on this frame
 *        +-+-+-+-+-+-+-+-+
 *   X:   |I|L|T|K| RSV   |
 *        +-+-+-+-+-+-+-+-+
 *   I:   |M| PictureID   |   7 bits, or 15 with the next byte if M
 *        +-+-+-+-+-+-+-+-+
 *   L:   |   TL0PICIDX   |
 *        +-+-+-+-+-+-+-+-+
 *   T/K: |TID|Y| KEYIDX  |
 *        +-+-+-+-+-+-+-+-+
 * </pre>
 */
public final class Vp8Descriptor {
    /** The longest descriptor. */
    public static final int MAX_LENGTH_BYTES = 6;

    private static final int X = 0x80;
    private static final int N = 0x20;
    private static final int S = 0x10;
    private static final int I = 0x80;
    private static final int L = 0x40;
    private static final int T = 0x20;
    private static final int K = 0x10;
    private static final int M = 0x80;

    private static final int START_CODE_OFFSET = 3;
    private static final int START_CODE = 0x9D012A;
    private static final int WIDTH_OFFSET = 6;
    private static final int HEIGHT_OFFSET = 8;
    private static final int FRAME_HEADER_BYTES = 10;

    private long address;
    private int payloadLengthBytes;
    private int flags;
    private int lengthBytes;
    private int pictureIdBits;

    /** A view of nothing; {@link #wrap} comes first. */
    public Vp8Descriptor() {}

    /** Looks at an RTP payload without padding; null if it begins with a whole descriptor, else why not. */
    public @Nullable DescriptorFault wrap(long payloadAddress, int payloadLengthBytes) {
        if (payloadLengthBytes <= 0) {
            return DescriptorFault.EMPTY;
        }
        int length = lengthBytes(payloadAddress, payloadLengthBytes);
        if (length < 0) {
            return DescriptorFault.TRUNCATED;
        }
        int extension = length > 1 ? Memory.u8(payloadAddress + 1) : 0;
        int idBits = (extension & I) == 0 ? 0 : (Memory.u8(payloadAddress + 2) & M) != 0 ? 15 : 7;
        this.address = payloadAddress;
        this.payloadLengthBytes = payloadLengthBytes;
        this.flags = extension;
        this.lengthBytes = length;
        this.pictureIdBits = idBits;
        return null;
    }

    /** The descriptor; the VP8 payload header or a continuation follows. */
    public int lengthBytes() {
        return lengthBytes;
    }

    /** Returns whether it has no numbers: no picture id, TL0PICIDX, temporal layer or KEYIDX. */
    public boolean isBare() {
        return (flags & (I | L | T | K)) == 0;
    }

    /** Returns whether no other frame depends on this one (N). */
    public boolean isNonReference() {
        return (Memory.u8(address) & N) != 0;
    }

    /** Returns whether a partition begins in this packet (S). */
    public boolean isStartOfPartition() {
        return (Memory.u8(address) & S) != 0;
    }

    /** Returns whether the packet is the first one of its frame. */
    public boolean isStartOfFrame() {
        return (Memory.u8(address) & (S | 0x07)) == S;
    }

    /** Returns whether the packet is the first one of a key frame. */
    public boolean isKeyFrame() {
        return isStartOfFrame() && payloadLengthBytes > lengthBytes && (Memory.u8(address + lengthBytes) & 1) == 0;
    }

    /** The width of the picture id: 7 or 15, or 0 if there is none. */
    public int pictureIdBits() {
        return pictureIdBits;
    }

    /** The picture id, or -1 if there is none. */
    public int pictureId() {
        return switch (pictureIdBits) {
            case 7 -> Memory.u8(address + 2);
            case 15 -> Memory.u16(address + 2) & 0x7FFF;
            default -> -1;
        };
    }

    /** The running index of temporal layer 0, 0 to 255, or -1 if there is none. */
    public int tl0PicIdx() {
        return (flags & L) != 0 ? Memory.u8(address + tl0PicIdxOffset()) : -1;
    }

    /** The temporal layer, 0 to 3, or -1 if there is none. */
    public int temporalLayer() {
        return (flags & T) != 0 ? Memory.u8(address + lengthBytes - 1) >>> 6 : -1;
    }

    /** Returns whether the frame depends on layer 0 only, so that one may switch up to its layer here (Y). */
    public boolean isLayerSync() {
        return (flags & T) != 0 && (Memory.u8(address + lengthBytes - 1) & 0x20) != 0;
    }

    /** The temporal key frame index, 0 to 31, or -1 if there is none. */
    public int keyIdx() {
        return (flags & K) != 0 ? Memory.u8(address + lengthBytes - 1) & 0x1F : -1;
    }

    /**
     * The width of a key frame in pixels, before upscaling, 0 to 16383; -1 of any other packet, or if it is cut off.
     */
    public int width() {
        return hasFrameHeader() ? littleEndian14(address + lengthBytes + WIDTH_OFFSET) : -1;
    }

    /**
     * The height of a key frame in pixels, before upscaling, 0 to 16383; -1 of any other packet, or if it is cut off.
     */
    public int height() {
        return hasFrameHeader() ? littleEndian14(address + lengthBytes + HEIGHT_OFFSET) : -1;
    }

    /**
     * RFC 6386 section 9.1: a frame tag of 3 bytes, the start code, then width and height with two bits of scale each.
     */
    private boolean hasFrameHeader() {
        return isKeyFrame()
                && payloadLengthBytes - lengthBytes >= FRAME_HEADER_BYTES
                && Memory.u24(address + lengthBytes + START_CODE_OFFSET) == START_CODE;
    }

    private static int littleEndian14(long address) {
        return Memory.u8(address) | (Memory.u8(address + 1) & 0x3F) << 8;
    }

    private int tl0PicIdxOffset() {
        return 2 + (pictureIdBits + 1) / 8;
    }

    /**
     * Replaces the picture id in a descriptor of the same form (the one wrapped, or a copy in an egress slot), keeping
     * its width; does nothing if there is none.
     *
     * @param pictureId its low 7 or 15 bits are written
     */
    public void rewritePictureId(long descriptorAddress, int pictureId) {
        switch (pictureIdBits) {
            case 7 -> Memory.put8(descriptorAddress + 2, pictureId & 0x7F);
            case 15 -> Memory.put16(descriptorAddress + 2, pictureId | 0x8000);
            default -> {}
        }
    }

    /**
     * Replaces TL0PICIDX in a descriptor of the same form (the one wrapped, or a copy in an egress slot); does nothing
     * if there is none.
     *
     * @param tl0PicIdx its low 8 bits are written
     */
    public void rewriteTl0PicIdx(long descriptorAddress, int tl0PicIdx) {
        if ((flags & L) != 0) {
            Memory.put8(descriptorAddress + tl0PicIdxOffset(), tl0PicIdx);
        }
    }

    /**
     * Replaces KEYIDX in a descriptor of the same form (the one wrapped, or a copy in an egress slot); does nothing if
     * there is none.
     *
     * @param keyIdx its low 5 bits are written
     */
    public void rewriteKeyIdx(long descriptorAddress, int keyIdx) {
        if ((flags & K) != 0) {
            long last = descriptorAddress + lengthBytes - 1;
            Memory.put8(last, (Memory.u8(last) & 0xE0) | (keyIdx & 0x1F));
        }
    }

    /**
     * Copies the wrapped descriptor to an egress slot with other indices, for the fields it has; the rest of the
     * payload follows it there.
     *
     * @return its length, at most {@link #MAX_LENGTH_BYTES}; as many bytes must be free at {@code slotAddress}
     */
    public int copyRewritten(long slotAddress, int pictureId, int tl0PicIdx, int keyIdx) {
        Memory.copy(address, slotAddress, lengthBytes);
        rewritePictureId(slotAddress, pictureId);
        rewriteTl0PicIdx(slotAddress, tl0PicIdx);
        rewriteKeyIdx(slotAddress, keyIdx);
        return lengthBytes;
    }

    /**
     * Writes the descriptor of a packet of partition 0, without temporal layers.
     *
     * @param pictureId 15 bits, or -1 for none
     * @return the length written, or 0, and nothing written, if it is more than {@code capacityBytes}
     */
    public static int write(long address, int capacityBytes, boolean startOfFrame, int pictureId) {
        return write(address, capacityBytes, startOfFrame, pictureId, -1, -1, -1);
    }

    /**
     * Writes the descriptor of a packet of partition 0.
     *
     * @param pictureId 15 bits, or -1 for none
     * @param tl0PicIdx 8 bits, or -1 for none
     * @param temporalLayer 0 to 3, or -1 for none
     * @param keyIdx 0 to 31, or -1 for none
     * @return the length written, or 0, and nothing written, if it is more than {@code capacityBytes}
     */
    public static int write(
            long address,
            int capacityBytes,
            boolean startOfFrame,
            int pictureId,
            int tl0PicIdx,
            int temporalLayer,
            int keyIdx) {
        int flags = (pictureId >= 0 ? I : 0)
                | (tl0PicIdx >= 0 ? L : 0)
                | (temporalLayer >= 0 ? T : 0)
                | (keyIdx >= 0 ? K : 0);
        int length = flags == 0
                ? 1
                : 2 + (pictureId >= 0 ? 2 : 0) + (tl0PicIdx >= 0 ? 1 : 0) + ((flags & (T | K)) != 0 ? 1 : 0);
        if (length > capacityBytes) {
            return 0;
        }
        Memory.put8(address, (flags != 0 ? X : 0) | (startOfFrame ? S : 0));
        if (flags != 0) {
            Memory.put8(address + 1, flags);
        }
        long position = address + 2;
        if (pictureId >= 0) {
            Memory.put16(position, pictureId | 0x8000);
            position += 2;
        }
        if (tl0PicIdx >= 0) {
            Memory.put8(position++, tl0PicIdx);
        }
        if ((flags & (T | K)) != 0) {
            Memory.put8(position, Math.max(0, temporalLayer) << 6 | (Math.max(0, keyIdx) & 0x1F));
        }
        return length;
    }

    /** The descriptor's length in a payload, or -1 if it is cut off: {@link #wrap} for who needs nothing else. */
    static int lengthBytes(long address, int payloadLengthBytes) {
        if (payloadLengthBytes < 1) {
            return -1;
        }
        int length = 1;
        if ((Memory.u8(address) & X) != 0) {
            if (payloadLengthBytes < 2) {
                return -1;
            }
            int flags = Memory.u8(address + 1);
            length = 2 + ((flags & L) != 0 ? 1 : 0) + ((flags & (T | K)) != 0 ? 1 : 0);
            if ((flags & I) != 0) {
                if (payloadLengthBytes < 3) {
                    return -1;
                }
                length += (Memory.u8(address + 2) & M) != 0 ? 2 : 1;
            }
        }
        return length <= payloadLengthBytes ? length : -1;
    }
}

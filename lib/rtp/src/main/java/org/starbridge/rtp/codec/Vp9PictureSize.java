package org.starbridge.rtp.codec;

import org.starbridge.rtp.bits.BitReader;
import org.starbridge.rtp.memory.Memory;

/**
 * The size that a VP9 payload tells: in the scalability structure of its descriptor, RFC 9628 section 4.2.1, or,
 * without one, in the header of a key frame (VP9 bitstream specification section 6.2). Owned by one thread.
 *
 * <pre>
 *        +-+-+-+-+-+-+-+-+
 *        |I|P|L|F|B|E|V|Z|   B: start of a frame; V: a scalability structure follows
 *        +-+-+-+-+-+-+-+-+
 *   I:   |M| picture id  |   7 bits, or 15 with the next byte if M
 *        +-+-+-+-+-+-+-+-+
 *   L:   | TID |U| SID |D|   and TL0PICIDX (8 bits) unless F
 *        +-+-+-+-+-+-+-+-+
 *   P,F: | P_DIFF      |N|   up to three times, as long as N
 *        +-+-+-+-+-+-+-+-+
 *   V:   | N_S |Y|G|-|-|-|   Y: N_S + 1 times width and height (16 bits each)
 *        +-+-+-+-+-+-+-+-+
 * </pre>
 */
final class Vp9PictureSize {
    private static final int I = 0x80;
    private static final int P = 0x40;
    private static final int L = 0x20;
    private static final int F = 0x10;
    private static final int B = 0x08;
    private static final int V = 0x02;
    private static final int SID = 0x0E;
    private static final int SIZE_BYTES = 4;
    private static final int MAX_DIFFS = 3;
    private static final int SYNC_CODE = 0x498342;
    private static final int SRGB = 7;

    private int width;
    private int height;

    /** Returns whether a payload without padding tells a size; {@link #width} and {@link #height} have it then. */
    boolean look(long address, int lengthBytes, BitReader bits) {
        int first = Memory.u8(address);
        boolean beginsKeyFrame = (first & (P | B)) == B;
        if ((first & V) == 0 && !beginsKeyFrame) {
            return false;
        }
        long end = address + lengthBytes;
        long position = address + 1;
        if ((first & I) != 0) {
            position += position < end && (Memory.u8(position) & 0x80) != 0 ? 2 : 1;
        }
        if ((first & L) != 0) {
            beginsKeyFrame &= position < end && (Memory.u8(position) & SID) == 0;
            position += (first & F) != 0 ? 1 : 2;
        }
        if ((first & (P | F)) == (P | F)) {
            position = behindDiffs(position, end);
        }
        return (first & V) != 0
                ? lookAtStructure(position, end)
                : beginsKeyFrame && lookAtFrameHeader(position, end, bits);
    }

    private static long behindDiffs(long from, long end) {
        long position = from;
        for (int i = 0; i < MAX_DIFFS && position < end; i++) {
            if ((Memory.u8(position++) & 1) == 0) {
                break;
            }
        }
        return position;
    }

    private boolean lookAtStructure(long position, long end) {
        if (position >= end || (Memory.u8(position) & 0x10) == 0) {
            return false;
        }
        int layers = (Memory.u8(position) >>> 5) + 1;
        long highest = position + 1 + (long) (layers - 1) * SIZE_BYTES;
        if (highest + SIZE_BYTES > end) {
            return false;
        }
        width = Memory.u16(highest);
        height = Memory.u16(highest + 2);
        return width > 0 && height > 0;
    }

    private boolean lookAtFrameHeader(long position, long end, BitReader bits) {
        bits.set(Math.min(position, end), end);
        boolean isFrame = bits.bits(2) == 2;
        int profile = bits.bit() | bits.bit() << 1;
        if (profile == 3) {
            bits.skip(1);
        }
        boolean isShownAgain = bits.bit() != 0;
        boolean isKeyFrame = bits.bit() == 0;
        bits.skip(2);
        if (!isFrame || isShownAgain || !isKeyFrame || bits.bits(24) != SYNC_CODE) {
            return false;
        }
        skipColours(profile, bits);
        width = (int) bits.bits(16) + 1;
        height = (int) bits.bits(16) + 1;
        return !bits.isOverrun();
    }

    private static void skipColours(int profile, BitReader bits) {
        if (profile >= 2) {
            bits.skip(1);
        }
        boolean isSubsampled = (profile & 1) == 0;
        if (bits.bits(3) != SRGB) {
            bits.skip(isSubsampled ? 1 : 4);
        } else if (!isSubsampled) {
            bits.skip(1);
        }
    }

    int width() {
        return width;
    }

    int height() {
        return height;
    }
}

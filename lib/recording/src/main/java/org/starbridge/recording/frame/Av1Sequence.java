package org.starbridge.recording.frame;

import org.jspecify.annotations.Nullable;

/** Reads a sequence header (AV1 section 5.5) as far as files must repeat it. Has no state. */
final class Av1Sequence {
    private static final int HIGHEST_LEVEL_WITHOUT_TIER = 7;
    private static final int SELECT = 2;
    /** Colour primaries 1 (BT.709), transfer 13 (sRGB), matrix 0 (identity). */
    private static final int SRGB = 0x010D00;

    private Av1Sequence() {}

    /** The format that an OBU with size and sequence header describes; null if it is cut. */
    static @Nullable TrackFormat format(byte[] obu) {
        int at = (obu[0] & 0x04) != 0 ? 2 : 1;
        while (at < obu.length && obu[at] < 0) {
            at++;
        }
        Bits bits = new Bits(obu, at + 1, obu.length);
        int profile = bits.bits(3);
        bits.skip(1);
        boolean isReduced = bits.flag();
        int levelAndTier = isReduced ? bits.bits(5) << 1 : operatingPoints(bits);
        int widthBits = bits.bits(4) + 1;
        int heightBits = bits.bits(4) + 1;
        int width = bits.bits(widthBits) + 1;
        int height = bits.bits(heightBits) + 1;
        skipTools(bits, isReduced);
        int color = color(bits, profile);
        if (bits.isOverrun()) {
            return null;
        }
        byte[] configuration = new byte[4 + obu.length];
        configuration[0] = (byte) 0x81;
        configuration[1] = (byte) (profile << 5 | levelAndTier >>> 1);
        configuration[2] = (byte) ((levelAndTier & 1) << 7 | color);
        System.arraycopy(obu, 0, configuration, 4, obu.length);
        return new TrackFormat(Codec.AV1, width, height, configuration);
    }

    /** Level and, in the lowest bit, tier of the first operating point. */
    private static int operatingPoints(Bits bits) {
        int delayBits = 0;
        if (bits.flag()) { // timing_info
            bits.skip(64);
            if (bits.flag()) {
                bits.exponential();
            }
            if (bits.flag()) { // decoder_model_info
                delayBits = bits.bits(5) + 1;
                bits.skip(42);
            }
        }
        boolean hasDisplayDelay = bits.flag();
        int points = bits.bits(5) + 1;
        int first = 0;
        for (int i = 0; i < points && !bits.isOverrun(); i++) {
            bits.skip(12);
            int level = bits.bits(5);
            int tier = level > HIGHEST_LEVEL_WITHOUT_TIER ? bits.bit() : 0;
            if (delayBits > 0 && bits.flag()) {
                bits.skip(2 * delayBits + 1);
            }
            if (hasDisplayDelay && bits.flag()) {
                bits.skip(4);
            }
            first = i == 0 ? level << 1 | tier : first;
        }
        return first;
    }

    private static void skipTools(Bits bits, boolean isReduced) {
        if (!isReduced && bits.flag()) { // frame ids
            bits.skip(7);
        }
        bits.skip(3);
        if (!isReduced) {
            bits.skip(4);
            boolean hasOrderHint = bits.flag();
            bits.skip(hasOrderHint ? 2 : 0);
            int screenContent = bits.flag() ? SELECT : bits.bit();
            if (screenContent > 0 && !bits.flag()) {
                bits.skip(1);
            }
            bits.skip(hasOrderHint ? 3 : 0);
        }
        bits.skip(3);
    }

    /** The low seven bits of the third byte of av1C. */
    private static int color(Bits bits, int profile) {
        boolean isHigh = bits.flag();
        boolean isTwelve = profile == 2 && isHigh && bits.flag();
        boolean isMono = profile != 1 && bits.flag();
        boolean isSrgb = false;
        if (bits.flag()) {
            isSrgb = bits.bits(24) == SRGB;
        }
        int subX = 1;
        int subY = 1;
        int place = 0;
        if (isMono) {
            bits.skip(1);
        } else if (isSrgb) {
            subX = 0;
            subY = 0;
        } else {
            bits.skip(1);
            if (profile == 1) {
                subX = 0;
                subY = 0;
            } else if (profile == 2) {
                subX = isTwelve ? bits.bit() : 1;
                subY = isTwelve && subX == 1 ? bits.bit() : 0;
            }
            place = subX == 1 && subY == 1 ? bits.bits(2) : 0;
        }
        return (isHigh ? 0x40 : 0) | (isTwelve ? 0x20 : 0) | (isMono ? 0x10 : 0) | subX << 3 | subY << 2 | place;
    }
}

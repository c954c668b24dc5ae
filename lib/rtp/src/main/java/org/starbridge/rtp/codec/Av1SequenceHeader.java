package org.starbridge.rtp.codec;

import org.starbridge.rtp.bits.BitReader;

/** The size that a sequence header tells, AV1 section 5.5. Has no state; any thread may ask. */
final class Av1SequenceHeader {
    /** Levels above it name a tier. */
    private static final int HIGHEST_LEVEL_WITHOUT_TIER = 7;

    private Av1SequenceHeader() {}

    /** Reads one behind its OBU header; {@code size} stays as it is unless everything up to the size is there. */
    static void read(BitReader bits, PictureSize size) {
        bits.skip(4); // seq_profile, still_picture
        boolean isReduced = bits.bit() != 0;
        if (isReduced) {
            bits.skip(5);
        } else {
            skipOperatingPoints(bits);
        }
        int widthBits = (int) bits.bits(4) + 1;
        int heightBits = (int) bits.bits(4) + 1;
        int width = (int) bits.bits(widthBits) + 1;
        int height = (int) bits.bits(heightBits) + 1;
        if (!bits.isOverrun()) {
            size.set(width, height);
        }
    }

    private static void skipOperatingPoints(BitReader bits) {
        int delayBits = 0;
        if (bits.bit() != 0) { // timing_info
            bits.skip(64);
            if (bits.bit() != 0) {
                bits.exponential();
            }
            if (bits.bit() != 0) { // decoder_model_info
                delayBits = (int) bits.bits(5) + 1;
                bits.skip(42);
            }
        }
        boolean hasDisplayDelay = bits.bit() != 0;
        int points = (int) bits.bits(5) + 1;
        for (int i = 0; i < points && !bits.isOverrun(); i++) {
            bits.skip(12);
            if (bits.bits(5) > HIGHEST_LEVEL_WITHOUT_TIER) {
                bits.skip(1);
            }
            if (delayBits > 0 && bits.bit() != 0) {
                bits.skip(2 * delayBits + 1);
            }
            if (hasDisplayDelay && bits.bit() != 0) {
                bits.skip(4);
            }
        }
    }
}

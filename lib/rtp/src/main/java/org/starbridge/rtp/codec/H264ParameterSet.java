package org.starbridge.rtp.codec;

import org.starbridge.rtp.bits.BitReader;

/** The size that a sequence parameter set tells, H.264 section 7.3.2.1.1. Has no state; any thread may ask. */
final class H264ParameterSet {
    private static final int MACROBLOCK = 16;
    /** More is no picture, and would overflow. */
    private static final int MAX_MACROBLOCKS = 1024;

    private static final int MAX_FRAMES_IN_CYCLE = 255;

    private H264ParameterSet() {}

    /** Reads one behind its header byte; {@code size} stays as it is unless the set is whole. */
    static void read(BitReader bits, PictureSize size) {
        int profile = (int) bits.bits(8);
        bits.skip(16);
        bits.exponential();
        int chromaFormat = 1;
        boolean isSeparate = false;
        if (hasChromaFormat(profile)) {
            chromaFormat = (int) bits.exponential();
            isSeparate = chromaFormat == 3 && bits.bit() != 0;
            bits.exponential();
            bits.exponential();
            bits.skip(1);
            if (bits.bit() != 0) {
                skipScalingLists(bits, chromaFormat == 3 ? 12 : 8);
            }
        }
        bits.exponential();
        skipPictureOrder(bits);
        bits.exponential();
        bits.skip(1);
        long widthInMacroblocks = bits.exponential() + 1;
        long heightInUnits = bits.exponential() + 1;
        boolean isFrames = bits.bit() != 0;
        bits.skip(isFrames ? 1 : 2);
        int unitHeight = isFrames ? 1 : 2;
        long cropWidth = 0;
        long cropHeight = 0;
        if (bits.bit() != 0) {
            cropWidth = bits.exponential() + bits.exponential();
            cropHeight = bits.exponential() + bits.exponential();
        }
        if (bits.isOverrun() || widthInMacroblocks > MAX_MACROBLOCKS || heightInUnits > MAX_MACROBLOCKS) {
            return;
        }
        boolean isHalfWide = !isSeparate && (chromaFormat == 1 || chromaFormat == 2);
        boolean isHalfHigh = !isSeparate && chromaFormat == 1;
        long width = widthInMacroblocks * MACROBLOCK - cropWidth * (isHalfWide ? 2 : 1);
        long height = unitHeight * (heightInUnits * MACROBLOCK - cropHeight * (isHalfHigh ? 2 : 1));
        if (width > 0 && height > 0) {
            size.set((int) width, (int) height);
        }
    }

    private static boolean hasChromaFormat(int profile) {
        return switch (profile) {
            case 44, 83, 86, 100, 110, 118, 122, 128, 134, 135, 138, 139, 244 -> true;
            default -> false;
        };
    }

    private static void skipScalingLists(BitReader bits, int lists) {
        for (int list = 0; list < lists && !bits.isOverrun(); list++) {
            if (bits.bit() == 0) {
                continue;
            }
            int last = 8;
            int next = 8;
            for (int i = 0; i < (list < 6 ? 16 : 64) && !bits.isOverrun(); i++) {
                if (next != 0) {
                    next = (int) (last + bits.signedExponential()) & 0xFF;
                }
                last = next == 0 ? last : next;
            }
        }
    }

    private static void skipPictureOrder(BitReader bits) {
        long type = bits.exponential();
        if (type == 0) {
            bits.exponential();
        } else if (type == 1) {
            bits.skip(1);
            bits.exponential();
            bits.exponential();
            long frames = bits.exponential();
            for (int i = 0; i < Math.min(frames, MAX_FRAMES_IN_CYCLE) && !bits.isOverrun(); i++) {
                bits.exponential();
            }
        }
    }
}

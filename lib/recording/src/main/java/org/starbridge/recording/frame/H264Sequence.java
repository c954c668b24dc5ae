package org.starbridge.recording.frame;

import java.io.ByteArrayOutputStream;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Reads a sequence parameter set (H.264 section 7.3.2.1.1) and writes avcC (ISO 14496-15). Has no state. */
public final class H264Sequence {
    private static final int MACROBLOCK = 16;
    private static final int MAX_MACROBLOCKS = 1024;
    private static final int MAX_FRAMES_IN_CYCLE = 255;

    private H264Sequence() {}

    /** The format of a stream with this avcC; null if it cannot be read. */
    public static @Nullable TrackFormat ofConfiguration(byte[] configuration) {
        if (configuration.length < 8 || (configuration[4] & 3) != 3 || (configuration[5] & 31) == 0) {
            return null;
        }
        int length = ((configuration[6] & 0xFF) << 8) | (configuration[7] & 0xFF);
        if (length > configuration.length - 8) {
            return null;
        }
        TrackFormat read = format(Arrays.copyOfRange(configuration, 8, 8 + length), List.of());
        return read == null ? null : new TrackFormat(Codec.H264, read.width(), read.height(), configuration);
    }

    /** The format of a stream with these parameter sets; null if they cannot be read. */
    static @Nullable TrackFormat format(byte[] sps, List<byte[]> pps) {
        if (sps.length < 4 || sps.length > 0xFFFF) {
            return null;
        }
        Bits bits = Bits.unescaped(sps);
        bits.skip(8);
        int profile = bits.bits(8);
        bits.skip(16);
        bits.exponential();
        int chroma = 1;
        int lumaDepth = 0;
        int chromaDepth = 0;
        boolean hasChroma = hasChroma(profile);
        if (hasChroma) {
            chroma = bits.exponential();
            bits.skip(chroma == 3 ? 1 : 0);
            lumaDepth = bits.exponential();
            chromaDepth = bits.exponential();
            bits.skip(1);
            if (bits.flag()) {
                return null; // scaling matrices: no browser sends them
            }
        }
        bits.exponential();
        skipPictureOrder(bits);
        bits.exponential();
        bits.skip(1);
        int columns = bits.exponential() + 1;
        int rows = bits.exponential() + 1;
        boolean isFrames = bits.flag();
        bits.skip(isFrames ? 1 : 2);
        int rowUnit = isFrames ? 1 : 2;
        int cropWidth = 0;
        int cropHeight = 0;
        if (bits.flag()) {
            cropWidth = bits.exponential() + bits.exponential();
            cropHeight = bits.exponential() + bits.exponential();
        }
        if (bits.isOverrun() || columns < 1 || rows < 1 || columns > MAX_MACROBLOCKS || rows > MAX_MACROBLOCKS) {
            return null;
        }
        int width = columns * MACROBLOCK - cropWidth * (chroma == 1 || chroma == 2 ? 2 : 1);
        int height = rowUnit * (rows * MACROBLOCK - cropHeight * (chroma == 1 ? 2 : 1));
        if (width <= 0 || height <= 0) {
            return null;
        }
        byte[] configuration = configuration(sps, pps);
        if (hasChroma) {
            byte[] more = Arrays.copyOf(configuration, configuration.length + 4);
            more[configuration.length] = (byte) (0xFC | chroma);
            more[configuration.length + 1] = (byte) (0xF8 | lumaDepth);
            more[configuration.length + 2] = (byte) (0xF8 | chromaDepth);
            configuration = more;
        }
        return new TrackFormat(Codec.H264, width, height, configuration);
    }

    private static boolean hasChroma(int profile) {
        return profile == 100 || profile == 110 || profile == 122 || profile == 244;
    }

    private static void skipPictureOrder(Bits bits) {
        int type = bits.exponential();
        if (type == 0) {
            bits.exponential();
        } else if (type == 1) {
            bits.skip(1);
            bits.exponential();
            bits.exponential();
            int frames = bits.exponential();
            for (int i = 0; i < Math.min(frames, MAX_FRAMES_IN_CYCLE); i++) {
                bits.exponential();
            }
        }
    }

    private static byte[] configuration(byte[] sps, List<byte[]> pps) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        out.write(1);
        out.write(sps, 1, 3);
        out.write(0xFF); // lengths of 4 bytes
        out.write(0xE1); // one SPS
        writeSet(out, sps);
        out.write(pps.size());
        pps.forEach(set -> writeSet(out, set));
        return out.toByteArray();
    }

    private static void writeSet(ByteArrayOutputStream out, byte[] set) {
        out.write(set.length >>> 8);
        out.write(set.length);
        out.writeBytes(set);
    }
}

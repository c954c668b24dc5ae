package org.starbridge.recording.hls;

import org.starbridge.recording.frame.Codec;

/** Lengths of packets of sound, and packets of silence. Has no state. */
final class Silence {
    /** A frame of 20 ms, CELT, mono (RFC 6716). */
    private static final byte[] OPUS = {(byte) 0xF8, (byte) 0xFF, (byte) 0xFE};
    /** A frame of two channels without coefficients (ISO 14496-3 section 4.4.2.1). */
    private static final byte[] AAC = {0x21, 0, 0x49, (byte) 0x90, 2, 0x19, 0, 0x23, (byte) 0x80};

    private static final long AAC_NS = 1024 * 1_000_000_000L / 48_000;
    private static final long MAX_OPUS_NS = 120_000_000;

    private static final int[] SILK_MS = {10, 20, 40, 60};
    private static final int[] CELT_HALF_MS = {5, 10, 20, 40};
    private static final int MAX_FRAMES = 48;

    private Silence() {}

    /** A packet of silence, which is not to be changed. */
    static byte[] of(Codec codec) {
        return codec == Codec.AAC ? AAC : OPUS;
    }

    /** Returns the length of a packet; of Opus at most 120 ms (RFC 6716 section 3.1). */
    static long durationNs(Codec codec, byte[] packet) {
        return codec == Codec.AAC ? AAC_NS : opusNs(packet);
    }

    private static long opusNs(byte[] packet) {
        int configuration = packet[0] >>> 3 & 31;
        int halfMs = configuration < 12
                ? 2 * SILK_MS[configuration & 3]
                : configuration < 16 ? (configuration & 1) == 0 ? 20 : 40 : CELT_HALF_MS[configuration & 3];
        int frames = switch (packet[0] & 3) {
            case 0 -> 1;
            case 1, 2 -> 2;
            default -> packet.length > 1 ? Math.clamp(packet[1] & 63, 1, MAX_FRAMES) : 1;
        };
        return Math.min(MAX_OPUS_NS, 500_000L * frames * halfMs);
    }
}

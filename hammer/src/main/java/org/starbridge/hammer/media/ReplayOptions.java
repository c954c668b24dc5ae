package org.starbridge.hammer.media;

/**
 * Options with which one endpoint plays a recording.
 *
 * @param ssrc the stream's SSRC on the wire, 0 to 2^32 - 1
 * @param payloadType the negotiated payload type, 0 to 127
 * @param firstSequence the first packet's sequence number, 0 to 65535; random (RFC 3550 section 5.1)
 * @param firstRtpTimestamp the first packet's RTP timestamp, 0 to 2^32 - 1; random
 * @param startPacket where in the recording to begin; a key frame's first packet
 * @param pace how much faster than recorded, {@value #MIN_PACE} to {@value #MAX_PACE}; {@link #paceFor} turns a bitrate
 *     into it. Send times and RTP timestamps are both divided by it: the stream stays consistent, at 30 fps times the
 *     pace. A decoder of Opus hears gaps, or overlaps, at any other pace than 1
 */
public record ReplayOptions(
        long ssrc, int payloadType, int firstSequence, long firstRtpTimestamp, int startPacket, double pace) {
    public static final double MIN_PACE = 0.25;
    public static final double MAX_PACE = 4;

    public ReplayOptions {
        requireRange("ssrc", ssrc, 0xFFFF_FFFFL);
        requireRange("payloadType", payloadType, 127);
        requireRange("firstSequence", firstSequence, 0xFFFF);
        requireRange("firstRtpTimestamp", firstRtpTimestamp, 0xFFFF_FFFFL);
        requireRange("startPacket", startPacket, Integer.MAX_VALUE);
        if (!(pace >= MIN_PACE && pace <= MAX_PACE)) {
            throw new IllegalArgumentException("pace " + pace + ": expected " + MIN_PACE + " to " + MAX_PACE);
        }
    }

    /**
     * The pace at which a recording averages {@code bitrateBps} at RTP level.
     *
     * @throws IllegalArgumentException if that is out of {@value #MIN_PACE} to {@value #MAX_PACE}; the message names
     *     the bitrates that are possible
     */
    public static double paceFor(RecordedStream stream, double bitrateBps) {
        double recordedBps = stream.averageBitrateBps();
        double pace = bitrateBps / recordedBps;
        if (!(pace >= MIN_PACE && pace <= MAX_PACE)) {
            throw new IllegalArgumentException("bitrate " + Math.round(bitrateBps) + " bit/s for a recording of "
                    + Math.round(recordedBps) + ": expected " + Math.round(recordedBps * MIN_PACE) + " to "
                    + Math.round(recordedBps * MAX_PACE));
        }
        return pace;
    }

    private static void requireRange(String name, long value, long max) {
        if (value < 0 || value > max) {
            throw new IllegalArgumentException(name + " " + value + ": expected 0 to " + max);
        }
    }
}

package org.starbridge.hammer.media;

/**
 * A recording of sound in fewer and longer packets, as clients send it that save headers. The payloads of several
 * packets are put behind one another, so no decoder would enjoy it. What remains at the end of the loop is left out.
 * Stateless.
 */
public final class LongPackets {
    private static final int TICKS_PER_MS = Codec.OPUS.clockRateHz() / 1000;

    private LongPackets() {}

    /**
     * The recording in packets of {@code packetMs}.
     *
     * @throws IllegalArgumentException unless it is Opus, and {@code packetMs} a multiple of its packets
     */
    public static RecordedStream of(RecordedStream sound, int packetMs) {
        if (sound.codec() != Codec.OPUS || sound.packets() < 2) {
            throw new IllegalArgumentException("a recording of " + sound.codec() + ": expected Opus");
        }
        int recordedTicks = sound.timestampOffset(1);
        int count = packetMs * TICKS_PER_MS / recordedTicks;
        if (count < 1 || count * recordedTicks != packetMs * TICKS_PER_MS || count > sound.packets()) {
            throw new IllegalArgumentException("packets of " + packetMs + " ms out of some of "
                    + recordedTicks / TICKS_PER_MS + " ms: expected a multiple");
        }
        return sound.merged(count);
    }
}

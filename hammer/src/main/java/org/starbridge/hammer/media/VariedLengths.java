package org.starbridge.hammer.media;

/**
 * A recording of sound with payloads of changing length, as a variable-rate encoder makes them: what a bridge that
 * sends equal packets together must cope with. Each payload is cut, or filled up with its own bytes once more, so no
 * decoder would enjoy it. The same in every run. Stateless.
 */
public final class VariedLengths {
    static final int MIN_BYTES = 40;
    static final int MAX_BYTES = 120;

    /** Coprime to the number of lengths, so that neighbours differ and each length comes equally often. */
    private static final int STEP = 29;

    private VariedLengths() {}

    /**
     * The varied recording.
     *
     * @throws IllegalArgumentException unless it is sound
     */
    public static RecordedStream of(RecordedStream sound) {
        if (sound.kind() != MediaKind.AUDIO) {
            throw new IllegalArgumentException("a recording of " + sound.kind() + ": expected sound");
        }
        int packets = sound.packets();
        int[] offsets = new int[packets + 1];
        for (int i = 0; i < packets; i++) {
            offsets[i + 1] = offsets[i] + MIN_BYTES + i * STEP % (MAX_BYTES - MIN_BYTES + 1);
        }
        byte[] payloads = new byte[offsets[packets]];
        for (int i = 0; i < packets; i++) {
            int recordedBytes = Math.max(1, sound.payloadBytes(i));
            for (int at = offsets[i]; at < offsets[i + 1]; at++) {
                payloads[at] = sound.payloadArray()[sound.payloadOffset(i) + (at - offsets[i]) % recordedBytes];
            }
        }
        return sound.withPayloads(payloads, offsets);
    }
}

package org.starbridge.hammer.media;

import java.util.Arrays;

/**
 * A recording whose key frames say that the picture is as wide as it is high, and the other way round: what a telephone
 * that is held upright sends. Only the headers change, so no decoder would enjoy it. Stateless.
 */
public final class UprightRecording {
    private UprightRecording() {}

    /**
     * The recording upright.
     *
     * @throws IllegalArgumentException unless it is VP8
     */
    public static RecordedStream of(RecordedStream video) {
        if (video.codec() != Codec.VP8) {
            throw new IllegalArgumentException("a recording of " + video.codec() + ": expected VP8");
        }
        int[] offsets = new int[video.packets() + 1];
        for (int i = 0; i < video.packets(); i++) {
            offsets[i + 1] = offsets[i] + video.payloadBytes(i);
        }
        byte[] payloads = Arrays.copyOfRange(
                video.payloadArray(), video.payloadOffset(0), video.payloadOffset(0) + offsets[video.packets()]);
        for (int n = 0; n < video.keyFrames(); n++) {
            int packet = video.keyFrame(n);
            VideoPayload.swapVp8Sides(payloads, offsets[packet], video.payloadBytes(packet));
        }
        return video.withPayloads(payloads, offsets);
    }
}

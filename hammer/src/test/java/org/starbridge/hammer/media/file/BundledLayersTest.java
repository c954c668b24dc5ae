package org.starbridge.hammer.media.file;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.starbridge.hammer.media.Codec;
import org.starbridge.hammer.media.RecordedStream;
import org.starbridge.hammer.media.RecordedStreamBuilder;
import org.starbridge.rtp.codec.Vp8Descriptor;
import org.starbridge.rtp.memory.Memory;
import org.starbridge.rtp.memory.Slab;

/** What the layers promise to a bridge that chooses among them. */
class BundledLayersTest {
    private static final int FRAMES = 240;
    private static final int[] TEMPORAL_LAYERS = {0, 2, 1, 2};
    private static final boolean[] SYNC = {false, true, true, false};

    private final List<RecordedStream> layers = BundledMedia.layers();

    @Test
    void areOnePictureInThreeSizes() {
        assertThat(layers).extracting(RecordedStream::heightPx).containsExactly(180, 360, 720);
        assertThat(layers).allSatisfy(layer -> {
            assertThat(layer.codec()).isEqualTo(Codec.VP8);
            assertThat(layer.loopNs()).isEqualTo(8_000_000_000L);
            assertThat(layer.keyFrames()).isEqualTo(2);
        });
        assertThat(layers.get(0).averageBitrateBps() * 2)
                .isLessThan(layers.get(1).averageBitrateBps());
        assertThat(layers.get(1).averageBitrateBps() * 2)
                .isLessThan(layers.get(2).averageBitrateBps());
    }

    @Test
    void beginTogetherForEveryEndpoint() {
        for (int endpoint = 0; endpoint < 7; endpoint++) {
            List<Long> starts = new ArrayList<>();
            for (RecordedStream layer : layers) {
                int start = layer.startPacket(endpoint, 7);
                assertThat(layer.isKeyFrameStart(start)).isTrue();
                starts.add(layer.sendOffsetNs(start) + layer.startDelayNs(endpoint, 7));
            }
            assertThat(starts).containsOnly(starts.get(0));
        }
    }

    @Test
    void sayInEachPacketWhichTemporalLayerItIsOf() {
        for (RecordedStream layer : layers) {
            int frame = -1;
            int tl0PicIdx = -1;
            try (Slab slab = Slab.allocate(RecordedStreamBuilder.MAX_PAYLOAD_BYTES)) {
                for (int packet = 0; packet < layer.packets(); packet++) {
                    frame += layer.isFrameStart(packet) ? 1 : 0;
                    tl0PicIdx += layer.isFrameStart(packet) && frame % 4 == 0 ? 1 : 0;
                    byte[] payload = layer.copyOfPayload(packet);
                    Memory.copyIn(payload, 0, slab.address(), payload.length);
                    Vp8Descriptor descriptor = new Vp8Descriptor();
                    assertThat(descriptor.wrap(slab.address(), payload.length)).isNull();
                    assertThat(descriptor.temporalLayer()).isEqualTo(TEMPORAL_LAYERS[frame % 4]);
                    assertThat(descriptor.isLayerSync()).isEqualTo(SYNC[frame % 4]);
                    assertThat(descriptor.tl0PicIdx()).isEqualTo(tl0PicIdx & 0xFF);
                    assertThat(descriptor.pictureId()).isEqualTo(frame);
                    assertThat(layer.isKeyFrameStart(packet)).isEqualTo(layer.isFrameStart(packet) && frame % 120 == 0);
                }
            }
            assertThat(frame).isEqualTo(FRAMES - 1);
        }
    }
}

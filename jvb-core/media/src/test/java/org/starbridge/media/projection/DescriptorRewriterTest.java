package org.starbridge.media.projection;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.starbridge.rtp.codec.VideoCodec;
import org.starbridge.rtp.codec.Vp9Descriptor;
import org.starbridge.rtp.codec.Vp9DescriptorWriter;
import org.starbridge.rtp.memory.Slab;

class DescriptorRewriterTest {
    private static final int CAPACITY = 32;
    private static final long NO_NUMBERS = 0;

    private final DescriptorRewriter rewriter = new DescriptorRewriter();
    private final Vp9DescriptorWriter writer = new Vp9DescriptorWriter();

    /** Browsers send VP9 with one layer like this. */
    @Test
    void vp9WithoutLayerIndicesGetsAnotherPictureId() {
        writer.frame(true, true, true, true).pictureId(1234, 15);
        assertThat(replacedBytes()).isEqualTo(3);
    }

    @Test
    void vp9WithoutPictureIdStaysAsItCame() {
        writer.frame(true, true, true, true).layer(0, false, 0, false, 7);
        assertThat(replacedBytes()).isZero();
    }

    @Test
    void vp9WithLayerIndicesGetsAnotherPictureId() {
        writer.frame(true, true, true, true).pictureId(1234, 15).layer(0, false, 0, false, 7);
        assertThat(replacedBytes()).isEqualTo(5);
    }

    /** Vp9Dependencies numbers no frames of so high a layer. */
    @Test
    void vp9WithAHighSpatialLayerKeepsItsPictureId() {
        writer.frame(true, true, true, true).pictureId(1234, 15).layer(0, false, 4, true, 7);
        assertThat(replacedBytes()).isZero();
    }

    private int replacedBytes() {
        try (Slab payload = Slab.allocate(CAPACITY);
                Slab slot = Slab.allocate(8)) {
            writer.write(payload.address(), CAPACITY);
            assertThat(new Vp9Descriptor().wrap(payload.address(), CAPACITY)).isNull();
            rewriter.clear();
            return rewriter.write(VideoCodec.VP9, payload.address(), CAPACITY, slot.address(), NO_NUMBERS);
        }
    }
}

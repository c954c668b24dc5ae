package org.starbridge.hammer.media;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.starbridge.hammer.media.file.BundledMedia;
import org.starbridge.rtp.codec.Vp8Descriptor;
import org.starbridge.rtp.memory.Memory;
import org.starbridge.rtp.memory.Slab;

class UprightRecordingTest {
    @Test
    void isAsHighAsTheRecordingIsWide() {
        List<RecordedStream> layers = BundledMedia.layers();
        for (int i = 0; i < layers.size(); i++) {
            RecordedStream upright = UprightRecording.of(layers.get(i));
            assertThat(upright.packets()).isEqualTo(layers.get(i).packets());
            assertThat(upright.heightPx()).as("the smaller side").isEqualTo(180 << i);
            for (int n = 0; n < upright.keyFrames(); n++) {
                byte[] payload = upright.copyOfPayload(upright.keyFrame(n));
                try (Slab slab = Slab.allocate(payload.length)) {
                    Memory.copyIn(payload, 0, slab.address(), payload.length);
                    Vp8Descriptor descriptor = new Vp8Descriptor();
                    assertThat(descriptor.wrap(slab.address(), payload.length)).isNull();
                    assertThat(descriptor.width()).isEqualTo(180 << i);
                    assertThat(descriptor.height()).isEqualTo(320 << i);
                }
            }
        }
        assertThatThrownBy(() -> UprightRecording.of(BundledMedia.audio()))
                .isInstanceOf(IllegalArgumentException.class);
    }
}

package org.starbridge.hammer.media;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.starbridge.hammer.media.file.BundledMedia;
import org.starbridge.rtp.memory.Memory;
import org.starbridge.rtp.memory.Slab;

class PayloadHashTest {
    @ParameterizedTest
    @EnumSource(Codec.class)
    void isTheSameInArraysAndInNativeMemory(Codec codec) {
        var random = new Random(42);
        for (int length = 0; length < 200; length++) {
            byte[] bytes = new byte[length + 3];
            random.nextBytes(bytes);
            try (Slab slab = Slab.allocate(Math.max(1, length))) {
                Memory.copyIn(bytes, 3, slab.address(), length);
                assertThat(PayloadHash.ofPayload(codec, slab.address(), length))
                        .as("%s, %d bytes", codec, length)
                        .isEqualTo(PayloadHash.ofPayload(codec, bytes, 3, length));
            }
        }
    }

    @Test
    void overlooksTheDescriptorAndNothingElse() {
        byte[] payload = new byte[100];
        payload[0] = (byte) 0x90;
        payload[1] = (byte) 0xF0;
        payload[2] = (byte) 0x80;
        long hash = PayloadHash.ofPayload(Codec.VP8, payload, 0, 100);
        for (int bit = 0; bit < 800; bit++) {
            int at = bit / 8;
            byte[] changed = payload.clone();
            changed[at] ^= (byte) (1 << bit % 8);
            // The bits that give the descriptor its length are left alone.
            if (at >= 3) {
                assertThat(PayloadHash.ofPayload(Codec.VP8, changed, 0, 100) == hash)
                        .as("bit " + bit)
                        .isEqualTo(at < 6);
            }
        }
        assertThat(PayloadHash.ofPayload(Codec.VP8, payload, 0, 99)).isNotEqualTo(hash);
        assertThat(PayloadHash.ofPayload(Codec.OPUS, payload, 0, 100)).isNotEqualTo(hash);
    }

    @Test
    void tellsAllBundledPayloadsApart() {
        RecordedStream video = BundledMedia.video();
        assertThat(java.util.stream.IntStream.range(0, video.packets())
                        .mapToLong(video::payloadHash)
                        .distinct()
                        .count())
                .isEqualTo(video.packets());
    }
}

package org.starbridge.hammer.media;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.starbridge.hammer.media.file.BundledMedia;

class LongPacketsTest {
    @ParameterizedTest
    @ValueSource(ints = {20, 40, 60, 120})
    void haveTheSameBytesAndTakeAsLong(int packetMs) {
        RecordedStream recorded = BundledMedia.audio();
        RecordedStream merged = LongPackets.of(recorded, packetMs);
        int count = packetMs / 20;
        assertThat(merged.packets()).isEqualTo(recorded.packets() / count);
        for (int i = 0; i < merged.packets(); i++) {
            assertThat(merged.timestampOffset(i)).isEqualTo(i * packetMs * 48);
            assertThat(merged.payloadBytes(i)).isEqualTo(80 * count);
            assertThat(merged.copyOfPayload(i)).startsWith(recorded.copyOfPayload(i * count));
            assertThat(merged.copyOfPayload(i)).endsWith(recorded.copyOfPayload(i * count + count - 1));
        }
        assertThat(merged.loopTicks()).isEqualTo(merged.packets() * packetMs * 48);
        assertThat(merged.loopNs()).isEqualTo(1_000_000L * merged.packets() * packetMs);
    }

    @Test
    void refusesWhatItCanNotMake() {
        RecordedStream sound = BundledMedia.audio();
        RecordedStream video = BundledMedia.video();
        assertThatThrownBy(() -> LongPackets.of(sound, 50)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> LongPackets.of(video, 40)).isInstanceOf(IllegalArgumentException.class);
    }
}

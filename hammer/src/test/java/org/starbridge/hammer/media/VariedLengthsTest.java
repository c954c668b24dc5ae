package org.starbridge.hammer.media;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.starbridge.hammer.media.file.BundledMedia;

class VariedLengthsTest {
    @Test
    void changesLengthsAndNothingElse() {
        RecordedStream recorded = BundledMedia.audio();
        RecordedStream varied = VariedLengths.of(recorded);
        assertThat(varied.packets()).isEqualTo(recorded.packets());
        assertThat(varied.loopNs()).isEqualTo(recorded.loopNs());
        long bytes = 0;
        for (int i = 0; i < varied.packets(); i++) {
            int length = varied.payloadBytes(i);
            bytes += length;
            assertThat(length).isBetween(VariedLengths.MIN_BYTES, VariedLengths.MAX_BYTES);
            assertThat(varied.timestampOffset(i)).isEqualTo(recorded.timestampOffset(i));
            assertThat(varied.copyOfPayload(i)).startsWith(firstBytes(recorded.copyOfPayload(i), 40));
            if (i > 0) {
                assertThat(length).isNotEqualTo(varied.payloadBytes(i - 1));
            }
        }
        assertThat((double) bytes / varied.packets()).isBetween(78.0, 82.0);
    }

    private static byte[] firstBytes(byte[] payload, int count) {
        return Arrays.copyOf(payload, count);
    }

    @Test
    void isForSound() {
        assertThatThrownBy(() -> VariedLengths.of(BundledMedia.video())).isInstanceOf(IllegalArgumentException.class);
    }
}

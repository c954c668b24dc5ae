package org.starbridge.hammer.client.plan;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.starbridge.hammer.client.media.SpeakingPattern;

class VideoRequestTest {
    private static final int[] HEIGHTS = {180, 360, 720};

    @ParameterizedTest
    @CsvSource({"-1, 720", "1080, 720", "720, 720", "719, 360", "360, 360", "180, 180", "90, 180"})
    void comesToTheGreatestHeightWithinTheLimitOrTheLowest(int maxHeight, int expected) {
        assertThat(new VideoRequest(-1, maxHeight).heightOf(HEIGHTS)).isEqualTo(expected);
    }

    @ParameterizedTest
    @CsvSource({"-1, -1, 7, 7", "5, -1, 7, 5", "5, -1, 3, 3", "0, -1, 7, 0", "5, 0, 7, 0"})
    void comesToSoManySources(int lastN, int maxHeight, int others, int expected) {
        assertThat(new VideoRequest(lastN, maxHeight).sourcesOf(others)).isEqualTo(expected);
    }

    @Test
    void letsOneSpeakAlone() {
        SpeakingPattern floor = new SpeakingPattern();
        assertThat(floor.isSpeaking(0)).isTrue();
        assertThat(floor.isSpeaking(1)).isTrue();
        floor.give(1);
        assertThat(floor.isSpeaking(0)).isFalse();
        assertThat(floor.isSpeaking(1)).isTrue();
    }
}

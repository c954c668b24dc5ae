package org.starbridge.bridge.tap;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class RedundantAudioTest {
    @Test
    void thePrimaryBlockOfRedundantAudioIsTaken() {
        byte[] payload = {(byte) 0xEF, 0, 0, 2, 0x6F, 1, 2, 7, 8, 9};
        assertThat(RedundantAudio.primary(payload)).containsExactly(7, 8, 9);
        assertThat(RedundantAudio.primary(new byte[] {0x6F, 5})).containsExactly(5);
        assertThat(RedundantAudio.primary(new byte[] {(byte) 0xEF, 0, 0, 2, 0x6F, 1}))
                .isEmpty();
        assertThat(RedundantAudio.primary(new byte[] {(byte) 0xEF})).isEmpty();
        assertThat(RedundantAudio.primary(new byte[0])).isEmpty();
    }
}

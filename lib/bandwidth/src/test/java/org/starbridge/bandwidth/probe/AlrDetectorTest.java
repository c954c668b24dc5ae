package org.starbridge.bandwidth.probe;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class AlrDetectorTest {
    private static final long MS = 1_000_000L;

    private final AlrDetector detector = new AlrDetector(AlrConfig.defaults(), 1_000_000);
    private long sentBytes;

    private void send(long fromMs, long toMs, int bytesPer10Ms) {
        for (long ms = fromMs; ms < toMs; ms += 10) {
            sentBytes += bytesPer10Ms;
            detector.onTick(ms * MS, sentBytes);
        }
    }

    @Test
    void aTransportThatUsesItsEstimateIsNotLimited() {
        send(0, 5000, 1250);
        assertThat(detector.isLimited()).isFalse();
    }

    @Test
    void aTransportThatSendsLittleIs() {
        send(0, 5000, 250);
        assertThat(detector.isLimited()).isTrue();
        send(5000, 7000, 1500);
        assertThat(detector.isLimited()).isFalse();
        assertThat(detector.isOrWasLimited(7000 * MS, 3000 * MS)).isTrue();
    }
}

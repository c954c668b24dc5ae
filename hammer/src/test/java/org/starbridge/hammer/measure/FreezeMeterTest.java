package org.starbridge.hammer.measure;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class FreezeMeterTest {
    private static final long MS = 1_000_000;
    private final FreezeMeter meter = new FreezeMeter();
    private long nowNs;

    /** Pictures at 30 a second until {@code ms} later. */
    private void flow(long ms) {
        long endNs = nowNs + ms * MS;
        for (; nowNs < endNs; nowNs += 33 * MS) {
            meter.onPicture(nowNs);
        }
        nowNs -= 33 * MS;
    }

    @Test
    void aLongPauseIsAFreezeOfItsWholeLength() {
        meter.begin();
        flow(1000);
        nowNs += 500 * MS;
        flow(2000);
        assertThat(meter.freezes()).isEqualTo(1);
        assertThat(meter.longestNs()).isEqualTo(500 * MS);
        nowNs += 300 * MS;
        flow(100);
        assertThat(meter.freezes()).isEqualTo(2);
        assertThat(meter.frozenNs()).isEqualTo(800 * MS);
    }

    @Test
    void fewerPicturesASecondAreNoFreeze() {
        meter.begin();
        flow(1000);
        for (int i = 0; i < 10; i++) {
            nowNs += 133 * MS;
            meter.onPicture(nowNs);
        }
        nowNs += 150 * MS;
        meter.onPicture(nowNs);
        assertThat(meter.freezes()).isZero();
    }

    @Test
    void nothingCountsBeforeTheWindowOrWhileTheSourceIsTakenAway() {
        flow(1000);
        nowNs += 1000 * MS;
        flow(1000);
        meter.begin();
        meter.pause();
        nowNs += 2000 * MS;
        flow(1000);
        assertThat(meter.freezes()).isZero();
    }

    @Test
    void aPauseUntilTheEndCounts() {
        meter.begin();
        flow(1000);
        meter.end(nowNs + 700 * MS);
        assertThat(meter.longestNs()).isEqualTo(700 * MS);
        nowNs += 5000 * MS;
        meter.onPicture(nowNs);
        assertThat(meter.freezes()).isEqualTo(1);
    }
}

package org.starbridge.hammer.measure;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;
import org.starbridge.hammer.media.Codec;

class DelaySampleTest {
    private final SentStream sent = new SentStream(0, 0, Codec.OPUS, 1);
    private final DelaySample sample = new DelaySample(List.of(sent));

    private static Histogram histogram(DelaySample sample, int phase) {
        Histogram histogram = DelaySample.newHistogram();
        sample.addPhaseTo(phase, histogram);
        return histogram;
    }

    @Test
    void takesTheSamePacketsAtEveryReceiver() {
        sent.openWindow(100);
        DelaySample other = new DelaySample(List.of(sent));
        for (long extSeq = 100; extSeq < 140; extSeq++) {
            sent.log().onSent(extSeq, 0, false, 0, 1000 * extSeq);
            sample.onPacket(sent, 0, extSeq, 0, 1000 * extSeq + 10);
            other.onPacket(sent, 0, extSeq, 0, 1000 * extSeq + 20);
        }
        PacketSpread all = PacketSpread.empty();
        all.add(sample.spread(0));
        all.add(other.spread(0));
        Histogram first = DelaySample.newHistogram();
        Histogram last = DelaySample.newHistogram();
        all.forEachComplete(2, (firstNs, lastNs) -> {
            first.recordValue(firstNs);
            last.recordValue(lastNs);
        });
        assertThat(first.getTotalCount()).isEqualTo(40 / DelaySample.EVERY);
        assertThat(first.getMinValue()).isEqualTo(first.getMaxValue()).isEqualTo(10);
        assertThat(last.getMinValue()).isEqualTo(last.getMaxValue()).isEqualTo(20);
    }

    @Test
    void keepsTheWindowsPhasesApart() {
        sent.openWindow(0);
        for (long extSeq = 0; extSeq < 12; extSeq += DelaySample.EVERY) {
            sent.log().onSent(extSeq, 0, false, 0, 1000);
            sample.onPacket(sent, 0, extSeq, 0, 1100 + extSeq);
            sample.nextPhase();
        }
        assertThat(histogram(sample, 0).getMaxValue()).isEqualTo(100);
        assertThat(histogram(sample, 1).getMaxValue()).isEqualTo(104);
        assertThat(histogram(sample, 2).getMaxValue()).isEqualTo(108);
        assertThat(histogram(sample, 3).getTotalCount()).isZero();
        assertThat(histogram(sample, 7).getTotalCount()).isZero();
        Histogram all = DelaySample.newHistogram();
        sample.addTo(all);
        assertThat(all.getTotalCount()).isEqualTo(3);
    }

    @Test
    void leavesOutAPacketWithAnotherTimestamp() {
        sent.openWindow(0);
        sent.log().onSent(4, 960, false, 0, 1000);
        assertThat(sample.onPacket(sent, 0, 4, 1920, 5000)).isFalse();
        assertThat(histogram(sample, 0).getTotalCount()).isZero();
        assertThat(sample.onPacket(sent, 0, 4, 960, 1100)).isTrue();
        assertThat(histogram(sample, 0).getMaxValue()).isEqualTo(100);
    }

    @Test
    void leavesOutWhatTheSenderHasForgotten() {
        sent.openWindow(0);
        sample.onPacket(sent, 0, 4, 0, 1000);
        assertThat(histogram(sample, 0).getTotalCount()).isZero();
    }
}

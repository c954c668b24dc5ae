package org.starbridge.hammer.measure;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.starbridge.hammer.media.Codec;

/**
 * A sender, a bridge that may shift, reorder, double, lose and damage, and a receiver that has to notice exactly that.
 */
class ReceivedStreamTest {
    private static final long SENT_AT_NS = 1_000_000_000;
    private static final long DELAY_NS = 250_000;

    private final SentStream sent = new SentStream(0, 0, Codec.OPUS, 0x1234_5678);
    private final DelaySample delays = new DelaySample(List.of(sent));
    private ReceivedStream received = new ReceivedStream(sent, 4);

    private void send(long extSeq) {
        send(extSeq, hash(extSeq));
    }

    private void send(long extSeq, long payloadHash) {
        sent.log().onSent(extSeq, timestamp(extSeq), false, payloadHash, SENT_AT_NS + extSeq);
    }

    private static long hash(long extSeq) {
        return extSeq * 0x9E37_79B9_7F4A_7C15L;
    }

    private static int timestamp(long extSeq) {
        return (int) extSeq * 960;
    }

    private void arrive(long extSeq, long shift) {
        arrive(extSeq, shift, hash(extSeq));
    }

    private void arrive(long extSeq, long shift, long payloadHash) {
        if (received.onPacket((int) (extSeq + shift) & 0xFFFF)) {
            if (received.wantsPayload()) {
                received.onPayload(timestamp(extSeq), false, payloadHash);
            }
            received.count(timestamp(extSeq), SENT_AT_NS + extSeq + DELAY_NS, delays);
        }
    }

    @ParameterizedTest
    @CsvSource({"0", "1", "-1", "30000", "-30000", "40000"})
    void countsTheWindowWhateverTheBridgeShifts(long shift) {
        long first = 65_500; // the wire wraps within the window
        for (long seq = first; seq < first + 20; seq++) {
            send(seq);
            arrive(seq, shift);
        }
        assertThat(received.isFlowing()).isTrue();
        sent.openWindow(first + 20);
        for (long seq = first + 20; seq < first + 120; seq++) {
            send(seq);
            arrive(seq, shift);
        }
        sent.closeWindow(first + 120);

        assertThat(sent.sentInWindow()).isEqualTo(100);
        assertThat(received.receivedInWindow()).isEqualTo(100);
        assertThat(received.missingSoFar()).isZero();
        assertThat(received.contentErrors()).isZero();
        Histogram histogram = DelaySample.newHistogram();
        delays.addTo(histogram);
        assertThat(histogram.getTotalCount()).isEqualTo(100 / DelaySample.EVERY);
        assertThat(histogram.getMinValue()).isBetween(DELAY_NS - 1_000, DELAY_NS);
        assertThat(histogram.getMaxValue()).isBetween(DELAY_NS, DELAY_NS + 1_000);
    }

    @Test
    void putsWhatIsInFlightAtTheWindowsBeginningOnTheRightSide() {
        for (long seq = 100; seq < 120; seq++) {
            send(seq);
        }
        for (long seq = 100; seq < 115; seq++) {
            arrive(seq, 0);
        }
        sent.openWindow(120);
        for (long seq = 115; seq < 120; seq++) {
            arrive(seq, 0);
        }
        send(120);
        arrive(120, 0);
        sent.closeWindow(121);

        assertThat(received.receivedInWindow()).isEqualTo(sent.sentInWindow()).isEqualTo(1);
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
    void findsExactlyWhatABadNetworkDid(long seed) {
        Random random = new Random(seed);
        long shift = random.nextInt(65_536) - 32_768L;
        long first = random.nextInt(32_768);
        received = new ReceivedStream(sent, 1 + random.nextInt(16));
        for (long seq = first; seq < first + 10; seq++) {
            send(seq);
            arrive(seq, shift);
        }
        sent.openWindow(first + 10);
        long lost = 0;
        long doubled = 0;
        List<Long> held = new ArrayList<>();
        long end = first + 10 + 70_000;
        for (long seq = first + 10; seq < end; seq++) {
            send(seq);
            switch (random.nextInt(20)) {
                case 0 -> lost++;
                case 1 -> {
                    arrive(seq, shift);
                    arrive(seq, shift);
                    doubled++;
                }
                case 2 -> held.add(seq);
                default -> arrive(seq, shift);
            }
            if (held.size() > 5) {
                arrive(held.remove(random.nextInt(held.size())), shift);
            }
        }
        held.forEach(seq -> arrive(seq, shift));
        sent.closeWindow(end);

        assertThat(sent.sentInWindow()).as("seed %d", seed).isEqualTo(70_000);
        assertThat(sent.sentInWindow() - received.receivedInWindow())
                .as("lost, seed %d", seed)
                .isEqualTo(lost);
        assertThat(received.duplicatesInWindow()).as("doubled, seed %d", seed).isEqualTo(doubled);
        assertThat(received.reorderedInWindow()).as("reordered, seed %d", seed).isPositive();
        assertThat(received.contentErrors()).as("content, seed %d", seed).isZero();
        assertThat(received.shiftChanges()).as("shift, seed %d", seed).isZero();
    }

    @Test
    void noticesADamagedPayload() {
        received = new ReceivedStream(sent, 1);
        for (long seq = 500; seq < 600; seq++) {
            send(seq);
            arrive(seq, 7, seq == 550 ? 42 : hash(seq));
        }
        assertThat(received.contentErrors()).isEqualTo(1);
        assertThat(received.payloadsCompared()).isGreaterThan(95);
    }

    @Test
    void noticesSwappedPayloads() {
        received = new ReceivedStream(sent, 1);
        for (long seq = 500; seq < 600; seq++) {
            send(seq);
        }
        for (long seq = 500; seq < 600; seq++) {
            arrive(seq, 0, hash(seq == 550 ? 551 : seq == 551 ? 550 : seq));
        }
        assertThat(received.contentErrors()).isEqualTo(2);
    }

    @Test
    void followsABridgeThatSuspendsAStreamAndGoesOnWithoutAGap() {
        for (long seq = 500; seq < 600; seq++) {
            send(seq);
            arrive(seq, 0);
        }
        for (long seq = 600; seq < 700; seq++) {
            send(seq);
        }
        for (long seq = 700; seq < 800; seq++) {
            send(seq);
            arrive(seq, -100);
        }
        assertThat(received.shiftChanges()).isEqualTo(1);
        assertThat(received.contentErrors()).isZero();
    }

    /** Ten seconds of suspension are no delay of the packets that come before the next payload is compared. */
    @Test
    void whatWasSuspendedIsNoDelay() {
        received = new ReceivedStream(sent, 64);
        long packetNs = 20_000_000;
        sent.openWindow(500);
        int compared = 0;
        for (long seq = 500; seq < 2000; seq++) {
            sent.log().onSent(seq, timestamp(seq), false, hash(seq), seq * packetNs);
            if (seq < 700 || seq >= 1200) {
                boolean isNew = received.onPacket((int) (seq < 700 ? seq : seq - 500));
                if (isNew && received.wantsPayload()) {
                    received.onPayload(timestamp(seq), false, hash(seq));
                    compared++;
                }
                received.count(timestamp(seq), seq * packetNs + DELAY_NS, delays);
            }
        }
        Histogram histogram = DelaySample.newHistogram();
        delays.addTo(histogram);
        assertThat(histogram.getMaxValue()).isBetween(DELAY_NS, DELAY_NS + 1_000);
        assertThat(histogram.getTotalCount()).isBetween(245L, 250L);
        assertThat(received.shiftChanges()).isEqualTo(1);
        assertThat(compared).isLessThan(20);
    }

    /**
     * A bridge whose core is full: packets are under way for longer than the recording, or a part of it, takes to come
     * again.
     */
    @ParameterizedTest
    @ValueSource(longs = {0, 32_768, -5})
    void knowsALatePacketOfARecordingThatLoops(long shift) {
        received = new ReceivedStream(sent, 1);
        long sentUntil = 500;
        for (long seq = 500; seq < 1000; seq++) {
            long late = seq < 700 ? 60 : 5; // then the bridge has caught up
            for (; sentUntil <= seq + late; sentUntil++) {
                send(sentUntil, hashInALoop(sentUntil));
            }
            arrive(seq, shift, hashInALoop(seq));
        }
        assertThat(received.isFlowing()).isTrue();
        assertThat(received.shiftChanges()).isZero();
        assertThat(received.contentErrors()).isZero();
        assertThat(received.payloadsCompared()).isGreaterThan(490);
    }

    /** 40 packets, of which the first 20 come again and again for a while, as a receiver asks for key frames. */
    private static long hashInALoop(long seq) {
        return hash(seq < 650 ? seq % 20 : seq % 40);
    }

    @Test
    void doesNotCountAStreamWhosePayloadsNobodySent() {
        for (long seq = 500; seq < 600; seq++) {
            send(seq);
            arrive(seq, 0, seq);
        }
        assertThat(received.isFlowing()).isFalse();
        assertThat(received.contentErrors()).isEqualTo(100);
        assertThat(received.packets()).isEqualTo(100);
    }

    @Test
    void showsWhatIsMissingSoFar() {
        send(10);
        arrive(10, 0);
        sent.openWindow(11);
        for (long seq = 11; seq < 20; seq++) {
            send(seq);
            if (seq != 15) {
                arrive(seq, 0);
            }
        }
        assertThat(received.missingSoFar()).isEqualTo(1);
        arrive(15, 0);
        assertThat(received.missingSoFar()).isZero();
        assertThat(received.reorderedInWindow()).isEqualTo(1);
    }

    @Test
    void showsAStreamThatHasGoneSilentAsMissing() {
        send(10);
        arrive(10, 0);
        sent.openWindow(11);
        for (long seq = 11; seq < 20; seq++) {
            send(seq);
        }
        assertThat(received.missingSoFar()).isZero(); // they may be on their way
        send(20);
        assertThat(received.missingSoFar()).isEqualTo(9);
    }
}

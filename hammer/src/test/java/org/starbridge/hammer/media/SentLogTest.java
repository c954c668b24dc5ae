package org.starbridge.hammer.media;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

class SentLogTest {
    private final SentLog log = new SentLog(16);
    private final SentLog.Entry entry = new SentLog.Entry();

    @Test
    void isEmptyAtFirst() {
        assertThat(log.find(0, entry)).isFalse();
        assertThat(log.find(-1, entry)).isFalse();
        assertThat(log.findBySequence(0, entry)).isFalse();
        assertThat(log.findByHash(0, entry)).isFalse();
        assertThat(log.findByPayload(0, 0, entry)).isFalse();
        assertThat(log.newestExtSeq()).isEqualTo(-1);
    }

    @Test
    void remembersTheLastPacketsAcrossTheSequenceWrap() {
        for (long extSeq = 65_500; extSeq < 65_600; extSeq++) {
            log.onSent(extSeq, (int) extSeq * 7, false, extSeq * 3, extSeq * 5);
        }
        for (long extSeq = 65_500; extSeq < 65_700; extSeq++) {
            boolean isThere = extSeq >= 65_584 && extSeq < 65_600;
            assertThat(log.find(extSeq, entry)).isEqualTo(isThere);
            assertThat(log.findBySequence((int) extSeq & 0xFFFF, entry)).isEqualTo(isThere);
            assertThat(log.findByHash(extSeq * 3, entry)).isEqualTo(isThere);
            if (isThere) {
                assertThat(entry.extSeq()).isEqualTo(extSeq);
                assertThat(entry.payloadHash()).isEqualTo(extSeq * 3);
                assertThat(entry.sentNs()).isEqualTo(extSeq * 5);
                assertThat(entry.rtpTimestamp()).isEqualTo((int) extSeq * 7);
            }
        }
    }

    @Test
    void findsSequencesOnBothSidesOfTheWrap() {
        log.onSent(0x1FFFF, 0, false, 1, 10);
        log.onSent(0x20000, 0, false, 2, 20);
        assertThat(log.findBySequence(0xFFFF, entry)).isTrue();
        assertThat(entry.sentNs()).isEqualTo(10);
        assertThat(log.findBySequence(0, entry)).isTrue();
        assertThat(entry.sentNs()).isEqualTo(20);
        assertThat(log.findBySequence(1, entry)).isFalse();
    }

    @Test
    void tellsCopiesOfAPayloadByTheirTimestamps() {
        for (long extSeq = 5; extSeq < 11; extSeq++) {
            log.onSent(extSeq, 1000 + (int) extSeq, false, extSeq % 2, extSeq);
        }
        assertThat(log.findByPayload(1, 1007, entry)).isTrue();
        assertThat(entry.extSeq()).isEqualTo(7);
        assertThat(log.findByPayload(1, 42, entry)).as("no such timestamp").isFalse();
        assertThat(log.findByPayload(2, 1007, entry)).as("no such payload").isFalse();
    }

    @Test
    void findsCopiesOfAPayloadFromTheNewestOn() {
        for (long extSeq = 5; extSeq < 11; extSeq++) {
            log.onSent(extSeq, 1000 + (int) extSeq, false, extSeq % 2, extSeq);
        }
        List<Long> found = new ArrayList<>();
        long before = Long.MAX_VALUE;
        while (log.findAlike(1, before, entry)) {
            before = entry.extSeq();
            found.add(before);
        }
        assertThat(found).containsExactly(9L, 7L, 5L);
    }

    @Test
    void refusesACapacityThatIsNoRing() {
        for (int capacity : new int[] {0, 1, 3, 65_536, -8}) {
            assertThatThrownBy(() -> new SentLog(capacity)).hasMessageContaining("expected a power of two from 2");
        }
    }

    /** Forbidden outcome: a reader takes the hash of one packet with the send time, or the number, of another. */
    @Test
    @Timeout(60)
    void neverMixesTwoPacketsForAReaderOnAnotherThread() throws InterruptedException {
        var shared = new SentLog(2);
        var mixed = new AtomicLong();
        var found = new AtomicLong();
        var reader = new Thread(() -> {
            var read = new SentLog.Entry();
            long newest;
            do {
                newest = shared.newestExtSeq();
                for (long extSeq = newest - 2; extSeq <= newest + 1; extSeq++) {
                    if (shared.find(extSeq, read)) {
                        found.incrementAndGet();
                        boolean belongs = read.extSeq() == extSeq
                                && read.payloadHash() == ~extSeq
                                && read.sentNs() == extSeq * 7
                                && read.rtpTimestamp() == (int) extSeq * 5;
                        mixed.addAndGet(belongs ? 0 : 1);
                    }
                }
            } while (newest < 2_000_000);
        });
        reader.start();
        for (long extSeq = 0; extSeq <= 2_000_000; extSeq++) {
            shared.onSent(extSeq, (int) extSeq * 5, false, ~extSeq, extSeq * 7);
        }
        reader.join();
        assertThat(mixed).hasValue(0);
        assertThat(found.get()).isPositive();
    }
}

package org.starbridge.media.projection;

import static org.assertj.core.api.Assertions.assertThat;
import static org.starbridge.media.projection.IndexShift.MAX_GAP;
import static org.starbridge.media.projection.IndexShift.NONE;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class IndexShiftTest {
    private final IndexShift projection = new IndexShift();
    private long highestSent = -1;

    /** One packet on its way out. */
    private long send(long extSeq) {
        long index = projection.project(extSeq, highestSent);
        highestSent = Math.max(highestSent, index);
        return index;
    }

    @ParameterizedTest
    @CsvSource({
        "0, 0",
        "1, 1",
        "0x7FFE, 0x7FFE",
        "0x7FFF, 0x7FFF",
        "0x8000, 0",
        "0xFFFE, 0x7FFE",
        "0xFFFF, 0x7FFF",
        "0x10000, 0",
        "0x1FFFF, 0x7FFF",
        "0xFFFFFFFF, 0x7FFF",
        "0x100000000, 0",
        "0xFFFFFFFFFFFF, 0x7FFF",
    })
    void theFirstPacketGoesOutWithRolloverZeroInTheLowerHalf(String extSeq, String index) {
        assertThat(send(Long.decode(extSeq))).isEqualTo(Long.decode(index));
    }

    @ParameterizedTest
    @ValueSource(longs = {0, 0x7FF0, 0xFFF0, 0xFFFF_FFF0L, 0xFFFF_FFFF_0000L})
    void packetsInOrderKeepTheirDistancesAcrossEveryWrap(long firstExtSeq) {
        long first = send(firstExtSeq);
        for (int i = 1; i < 100; i++) {
            assertThat(send(firstExtSeq + i)).isEqualTo(first + i);
        }
        for (int i = 200; i < 300; i++) { // 100 lost
            assertThat(send(firstExtSeq + i)).isEqualTo(first + i);
        }
    }

    @Test
    void theOutgoingRolloverCounterGrowsWhereTheOutgoingNumberWraps() {
        send(0xFFFF); // goes out as 0x7FFF
        long last = 0;
        for (int i = 1; i <= 0x8001; i++) {
            last = send(0xFFFF + i);
        }
        assertThat(last).isEqualTo(0x1_0000);
    }

    @Test
    void whatIsOlderThanTheFirstPacketIsRefusedAndWhatIsLaterButReorderedIsNot() {
        long first = send(1000);
        assertThat(send(999)).isEqualTo(NONE);
        assertThat(send(0)).isEqualTo(NONE);
        assertThat(send(1005)).isEqualTo(first + 5);
        assertThat(send(1001)).isEqualTo(first + 1);
        assertThat(send(999)).isEqualTo(NONE);
    }

    @Test
    void aGapOfTheGreatestAllowedSizeStaysAGap() {
        long first = send(1000);
        assertThat(send(1000 + MAX_GAP)).isEqualTo(first + MAX_GAP);
        assertThat(send(1001)).isEqualTo(first + 1);
    }

    @Test
    void aGreaterGapIsClosed() {
        long first = send(1000);
        assertThat(send(1000 + MAX_GAP + 1)).isEqualTo(first + 1);
        assertThat(send(1000 + MAX_GAP + 2)).isEqualTo(first + 2);
        assertThat(send(1001)).isEqualTo(NONE);
        assertThat(send(1000 + MAX_GAP)).isEqualTo(NONE);
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 100, 0x7FFF, 0x8000, 0xFFFF, 0x10000, 70_000, 1L << 32})
    void whatWasNotForwardedWhileSuspendedLeavesNoGap(long skipped) {
        long first = send(0xFFF0);
        projection.suspend();
        assertThat(send(0xFFF0 + skipped)).isEqualTo(first + 1);
        assertThat(send(0xFFF0 + skipped + 1)).isEqualTo(first + 2);
        assertThat(send(0xFFF0 + skipped - 1)).isEqualTo(NONE);
    }

    @Test
    void aSourceThatBeginsAnewBelowContinuesAboveAfterSuspension() {
        send(60_000);
        long last = send(60_001);
        projection.suspend();
        assertThat(send(3)).isEqualTo(last + 1);
        assertThat(send(4)).isEqualTo(last + 2);
    }

    @Test
    void twoProjectionsUnderOneSsrcNeverMeet() {
        IndexShift other = new IndexShift();
        List<Long> indices = new ArrayList<>();
        for (int i = 0; i < 100; i++) {
            indices.add(send(500 + i));
            long index = other.project(9000 + i, highestSent);
            highestSent = Math.max(highestSent, index);
            indices.add(index);
        }
        assertThat(indices).doesNotContain(NONE).doesNotHaveDuplicates().isSorted();
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10})
    void neverTheSameIndexForTwoPackets(long seed) {
        Random random = new Random(seed);
        Map<Long, Long> extSeqByIndex = new HashMap<>();
        long next = random.nextInt(0x10000);
        for (int round = 0; round < 400; round++) {
            List<Long> window = new ArrayList<>();
            for (int i = 0; i < 50; i++) {
                if (random.nextInt(10) > 0) {
                    window.add(next);
                }
                next++;
            }
            if (random.nextBoolean()) {
                Collections.shuffle(window, random);
            }
            for (long extSeq : window) {
                if (random.nextInt(200) == 0) {
                    projection.suspend();
                }
                long index = send(extSeq);
                if (index != NONE) {
                    assertThat(extSeqByIndex.put(index, extSeq))
                            .as("seed %d: index %d of packet %d was used before", seed, index, extSeq)
                            .isNull();
                }
            }
            if (random.nextInt(20) == 0) {
                next += random.nextInt(4) * (MAX_GAP - 1) + random.nextInt(3);
            }
        }
        assertThat(extSeqByIndex).as("seed %d", seed).hasSizeGreaterThan(10_000);
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3})
    void aReceiverGuessesEveryRolloverCounterRightWhateverIsLost(long seed) {
        Random random = new Random(seed);
        long extSeq = random.nextInt(0x10000);
        long guessed = -1;
        for (int i = 0; i < 3000; i++) {
            long index = send(extSeq);
            if (random.nextInt(3) > 0) { // the receiver gets it
                guessed = guess(guessed, (int) (index & 0xFFFF));
                assertThat(guessed).as("seed %d, packet %d", seed, i).isEqualTo(index);
            }
            extSeq += random.nextInt(50) == 0 ? random.nextInt(100_000) : 1 + random.nextInt(500);
        }
    }

    /** RFC 3711 section 3.3.1 and appendix A. */
    private static long guess(long highest, int sequenceNumber) {
        if (highest < 0) {
            return sequenceNumber;
        }
        long roc = highest >>> 16;
        int highestNumber = (int) (highest & 0xFFFF);
        if (highestNumber < 0x8000) {
            roc -= sequenceNumber - highestNumber > 0x8000 ? 1 : 0;
        } else {
            roc += highestNumber - 0x8000 > sequenceNumber ? 1 : 0;
        }
        return roc << 16 | sequenceNumber;
    }
}

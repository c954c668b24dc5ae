package org.starbridge.media.ring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.starbridge.rtp.memory.Memory;

/** The ring without threads, against a model; {@link PacketRingStressTest} has the threads. */
class PacketRingTest {
    private static final long CAPACITY = 16L * PacketRing.MAX_RECORD_BYTES;
    private static final int FIRST_RECORD_BYTES = RingRecord.HEADER_BYTES + 8;

    /** A record of {@code bodyBytes}, all bytes of which follow from {@code number}. */
    private static void append(PacketRing ring, int number, int bodyBytes) {
        long record = ring.claim(bodyBytes);
        fill(record, number, bodyBytes);
        RingRecord.writeDatagram(record, 1, number, number, bodyBytes);
        ring.commit(bodyBytes);
    }

    private static void fill(long record, int number, int bodyBytes) {
        Memory.fill(RingRecord.body(record), bodyBytes, number * 31 + bodyBytes);
    }

    private static boolean isAsWritten(long record, int number, int bodyBytes) {
        if (RingRecord.endpointKey(record) != number || RingRecord.bodyBytes(record) != bodyBytes) {
            return false;
        }
        for (int i = 0; i < bodyBytes; i++) {
            if (Memory.u8(RingRecord.body(record) + i) != (number * 31 + bodyBytes & 0xFF)) {
                return false;
            }
        }
        return true;
    }

    @Test
    void recordsOfOddSizesComeOutInOrderOverManyTurns() {
        try (PacketRing ring = new PacketRing(CAPACITY)) {
            RingCursor cursor = ring.cursor();
            for (int number = 0; number < 2000; number++) {
                int bodyBytes = number * 37 % RingRecord.MAX_BODY_BYTES;
                append(ring, number, bodyBytes);
                long record = cursor.peek();
                assertThat(record).as("record %d", number).isNotZero();
                assertThat(isAsWritten(record, number, bodyBytes))
                        .as("record %d", number)
                        .isTrue();
                assertThat(record & 7).as("alignment").isZero();
                cursor.advance();
                assertThat(cursor.peek()).isZero();
            }
            assertThat(cursor.overruns()).isZero();
        }
    }

    @Test
    void whatDoesNotFitBeforeTheEndBeginsAtTheStartBehindPadding() {
        try (PacketRing ring = new PacketRing(CAPACITY)) {
            RingCursor cursor = ring.cursor();
            append(ring, 0, 100);
            long start = cursor.peek();
            cursor.advance();
            for (int number = 1; number <= 15; number++) {
                append(ring, number, RingRecord.MAX_BODY_BYTES);
                cursor.advance();
            }
            append(ring, 16, RingRecord.MAX_BODY_BYTES); // 168 bytes too long for what is left
            long record = cursor.peek();
            assertThat(record).isEqualTo(start);
            assertThat(isAsWritten(record, 16, RingRecord.MAX_BODY_BYTES)).isTrue();
            assertThat(cursor.overruns()).isZero();
        }
    }

    @Test
    void aRecordThatEndsExactlyAtTheEndNeedsNoPadding() {
        try (PacketRing ring = new PacketRing(CAPACITY)) {
            RingCursor cursor = ring.cursor();
            for (int number = 0; number < 32; number++) {
                append(ring, number, RingRecord.MAX_BODY_BYTES);
                assertThat(isAsWritten(cursor.peek(), number, RingRecord.MAX_BODY_BYTES))
                        .isTrue();
                cursor.advance();
            }
        }
    }

    @Test
    void aClaimThatIsNotCommittedIsInvisibleAndClaimedAgain() {
        try (PacketRing ring = new PacketRing(CAPACITY)) {
            RingCursor cursor = ring.cursor();
            long first = ring.claim(1000);
            assertThat(cursor.peek()).isZero();
            assertThat(cursor.hasNext()).isFalse();
            assertThat(ring.claim(20)).isEqualTo(first);
            RingRecord.writeDatagram(first, 1, 7, 0, 20);
            ring.commit(20);
            assertThat(RingRecord.endpointKey(cursor.peek())).isEqualTo(7);
        }
    }

    @Test
    void aLongClaimThatWasGivenUpStaysKnownToReadersAfterAShorterOne() {
        try (PacketRing ring = new PacketRing(CAPACITY)) {
            RingCursor cursor = ring.cursor();
            append(ring, 0, 8); // what the long claim is going to overwrite, second in line
            append(ring, 1, RingRecord.MAX_BODY_BYTES - FIRST_RECORD_BYTES);
            for (int number = 2; number < 17; number++) {
                append(ring, number, RingRecord.MAX_BODY_BYTES);
            }
            cursor.peek();
            cursor.advance();
            long second = cursor.peek();
            assertThat(isAsWritten(second, 1, RingRecord.MAX_BODY_BYTES - FIRST_RECORD_BYTES))
                    .isTrue();

            long given = ring.claim(RingRecord.MAX_BODY_BYTES); // its packet turns out to be forged
            Memory.fill(RingRecord.body(given), RingRecord.MAX_BODY_BYTES, 0xEE);
            append(ring, 17, 8);

            assertThat(isAsWritten(second, 1, RingRecord.MAX_BODY_BYTES - FIRST_RECORD_BYTES))
                    .isFalse();
            assertThat(cursor.isIntact()).isFalse();
        }
    }

    @Test
    void aReaderThatWasOvertakenGoesOnWithWhatComesNextAndCountsIt() {
        try (PacketRing ring = new PacketRing(CAPACITY)) {
            RingCursor slow = ring.cursor();
            RingCursor fast = ring.cursor();
            append(ring, 0, 100);
            long held = slow.peek();
            assertThat(held).isNotZero();
            for (int number = 1; number < 40; number++) {
                append(ring, number, RingRecord.MAX_BODY_BYTES);
                while (fast.peek() != 0) {
                    fast.advance();
                }
            }
            assertThat(slow.isIntact()).isFalse();
            slow.advance();
            assertThat(slow.overruns()).isEqualTo(1);
            assertThat(slow.peek()).isZero();
            append(ring, 40, 12);
            assertThat(isAsWritten(slow.peek(), 40, 12)).isTrue();
            assertThat(fast.overruns()).isZero();
        }
    }

    @Test
    void peekFindsAnOverrunToo() {
        try (PacketRing ring = new PacketRing(CAPACITY)) {
            RingCursor slow = ring.cursor();
            for (int number = 0; number < 40; number++) {
                append(ring, number, RingRecord.MAX_BODY_BYTES);
            }
            assertThat(slow.peek()).isZero();
            assertThat(slow.overruns()).isEqualTo(1);
            assertThat(slow.hasNext()).isFalse();
        }
    }

    @Test
    void aTornLengthNeverLeadsOutOfTheRingsMemory() {
        try (PacketRing ring = new PacketRing(CAPACITY)) {
            append(ring, 0, RingRecord.MAX_BODY_BYTES);
            for (int number = 1; number < 16; number++) {
                append(ring, number, RingRecord.MAX_BODY_BYTES - (number == 15 ? 64 : 0));
            }
            long last = ring.claim(0); // the last 64 bytes
            RingRecord.writeDatagram(last, 1, 0, 0, 0xFFFF);
            assertThat(RingRecord.bodyBytes(last)).isEqualTo(RingRecord.MAX_BODY_BYTES);
            assertThat(Memory.copyOf(RingRecord.body(last), RingRecord.bodyBytes(last)))
                    .hasSize(RingRecord.MAX_BODY_BYTES);
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {0, 1 << 16 | 1, 3 << 15, 1 << 15})
    void aCapacityThatIsNoPowerOfTwoOrTooSmallIsRefused(long capacityBytes) {
        assertThatThrownBy(() -> new PacketRing(capacityBytes))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(Long.toString(capacityBytes));
    }

    @Test
    void aBodyThatIsTooLongIsRefused() {
        try (PacketRing ring = new PacketRing(CAPACITY)) {
            assertThatThrownBy(() -> ring.claim(RingRecord.MAX_BODY_BYTES + 1))
                    .isInstanceOf(IllegalArgumentException.class);
        }
    }

    private record Written(int number, int bodyBytes) {}

    /** What one cursor should see. */
    private static final class Reader {
        final RingCursor cursor;
        final ArrayDeque<Written> unread = new ArrayDeque<>();
        long overruns;

        Reader(RingCursor cursor) {
            this.cursor = cursor;
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
    void whateverIsAcceptedIsAsItWasWrittenAndNextInLine(long seed) {
        Random random = new Random(seed);
        try (PacketRing ring = new PacketRing(CAPACITY)) {
            List<Reader> readers = new ArrayList<>();
            for (int i = 0; i < 3; i++) {
                readers.add(new Reader(ring.cursor()));
            }
            int number = 0;
            int accepted = 0;
            for (int step = 0; step < 20_000; step++) {
                int dice = random.nextInt(10);
                if (dice < 4) {
                    int bodyBytes = random.nextInt(random.nextBoolean() ? 200 : RingRecord.MAX_BODY_BYTES + 1);
                    append(ring, ++number, bodyBytes);
                    Written written = new Written(number, bodyBytes);
                    readers.forEach(reader -> reader.unread.add(written));
                } else if (dice < 5) {
                    int bodyBytes = random.nextInt(RingRecord.MAX_BODY_BYTES + 1);
                    fill(ring.claim(bodyBytes), -1, bodyBytes); // forged: written, not committed
                } else {
                    Reader reader = readers.get(random.nextInt(readers.size()));
                    accepted += readOne(reader, random, seed, step);
                }
            }
            assertThat(accepted).as("seed %d", seed).isGreaterThan(1000);
            for (Reader reader : readers) {
                assertThat(reader.cursor.overruns()).as("seed %d", seed).isEqualTo(reader.overruns);
            }
        }
    }

    /** One look; 1 if a record was accepted. Readers read less often than is written, so overruns do happen. */
    private static int readOne(Reader reader, Random random, long seed, int step) {
        long record = reader.cursor.peek();
        if (record == 0) {
            if (!reader.unread.isEmpty()) {
                reader.unread.clear();
                reader.overruns++;
            }
            return 0;
        }
        Written next = reader.unread.peek();
        boolean asWritten = next != null && isAsWritten(record, next.number, next.bodyBytes);
        assertThat(asWritten || !reader.cursor.isIntact())
                .as("seed %d, step %d: a torn record was accepted", seed, step)
                .isTrue();
        if (random.nextInt(3) == 0) {
            return 0; // looked only
        }
        reader.cursor.advance();
        reader.unread.poll();
        return 1;
    }
}

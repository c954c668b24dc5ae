package org.starbridge.media.ring;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.starbridge.rtp.memory.Memory;

/**
 * One thread writes round and round, another reads and is overtaken again and again.
 *
 * <p>Forbidden outcome: ACCEPTED_TORN, a body that mixes two records, or a body and a header of two records, although
 * {@link RingCursor#isIntact} says true afterwards.
 */
class PacketRingStressTest {
    private static final int RECORDS = 400_000;
    private static final int BODY_WORDS = 40;

    @Test
    void aSlowReaderNeverAcceptsATornRecord() throws InterruptedException {
        List<Long> acceptedTorn = new ArrayList<>();
        try (PacketRing ring = new PacketRing(1 << 16)) {
            RingCursor cursor = ring.cursor();
            Thread writer = Thread.ofPlatform().start(() -> write(ring));
            long last = 0;
            while (last != RECORDS) {
                long record = cursor.peek();
                if (record == 0) {
                    if (!writer.isAlive() && !cursor.hasNext()) {
                        break;
                    }
                    continue;
                }
                long number = RingRecord.arrivalNs(record);
                boolean whole = isWhole(record, number);
                if (cursor.isIntact()) {
                    if (!whole || number <= last) {
                        acceptedTorn.add(number);
                    }
                    last = number;
                }
                cursor.advance();
            }
            writer.join();
            append(ring, RECORDS + 1); // the writer is gone: this one cannot be torn
            assertThat(isWhole(cursor.peek(), RECORDS + 1) && cursor.isIntact()).isTrue();
        }
        assertThat(acceptedTorn).as("ACCEPTED_TORN").isEmpty();
    }

    private static void write(PacketRing ring) {
        for (int number = 1; number <= RECORDS; number++) {
            append(ring, number);
        }
    }

    private static void append(PacketRing ring, int number) {
        int words = 1 + number % BODY_WORDS;
        long record = ring.claim(8 * words);
        for (int i = 0; i < words; i++) {
            Memory.putNativeLong(RingRecord.body(record) + 8L * i, number);
        }
        RingRecord.writeDatagram(record, 1, number, number, 8 * words);
        ring.commit(8 * words);
    }

    private static boolean isWhole(long record, long number) {
        int words = RingRecord.bodyBytes(record) / 8;
        boolean whole = words == 1 + number % BODY_WORDS && RingRecord.endpointKey(record) == number;
        for (int i = 0; i < words; i++) {
            whole &= Memory.nativeLong(RingRecord.body(record) + 8L * i) == number;
        }
        return whole;
    }
}

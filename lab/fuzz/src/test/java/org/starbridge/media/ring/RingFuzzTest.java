package org.starbridge.media.ring;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.FuzzTest;
import java.util.ArrayList;
import java.util.List;
import org.starbridge.fuzz.Input;
import org.starbridge.rtp.memory.Memory;

/** The ring with one producer and readers that keep up or do not, in one thread; stress/ has the threads. */
final class RingFuzzTest {
    private static final int MAX_OPERATIONS = 1500;

    private record Written(int number, int bodyBytes) {}

    /** A reader, and the number of the record that it must see next. */
    private static final class Reader {
        final RingCursor cursor;
        int next;

        Reader(PacketRing ring, int next) {
            cursor = ring.cursor();
            this.next = next;
        }
    }

    /**
     * Claims of any size, given up or committed, and readers in between: each record once, whole, in order, or overrun.
     */
    @FuzzTest
    void ring(byte[] data) {
        Input in = new Input(data);
        try (PacketRing ring = new PacketRing(1 << 16)) {
            List<Written> written = new ArrayList<>();
            Reader[] readers = {new Reader(ring, 0), new Reader(ring, 0), new Reader(ring, 0)};
            for (int i = 0; i < MAX_OPERATIONS && in.hasMore(); i++) {
                int operation = in.below(8);
                switch (operation) {
                    case 0 -> {
                        long record = ring.claim(in.below(RingRecord.MAX_BODY_BYTES + 1));
                        Memory.fill(record, 8, 0xEE); // given up
                    }
                    case 1 -> readers[in.below(3)] = new Reader(ring, written.size());
                    case 2, 3 -> {
                        Reader reader = readers[in.below(3)];
                        read(reader, written, in.u8());
                    }
                    default -> {
                        int bodyBytes = in.below(RingRecord.MAX_BODY_BYTES + 1);
                        int claimed = in.flag() ? bodyBytes : RingRecord.MAX_BODY_BYTES;
                        int repeat = in.flag() ? in.below(20) : 1;
                        for (int k = 0; k < repeat; k++) {
                            write(ring, claimed, bodyBytes, written);
                        }
                    }
                }
            }
            for (Reader reader : readers) {
                read(reader, written, Integer.MAX_VALUE);
                assertThat(reader.cursor.hasNext()).isFalse();
            }
        }
    }

    private static void write(PacketRing ring, int claimedBytes, int bodyBytes, List<Written> written) {
        long record = ring.claim(claimedBytes);
        Memory.fill(RingRecord.body(record), bodyBytes, written.size() & 0xFF);
        RingRecord.writeDatagram(record, -1, written.size(), 0, bodyBytes);
        ring.commit(bodyBytes);
        written.add(new Written(written.size(), bodyBytes));
    }

    private static void read(Reader reader, List<Written> written, int count) {
        for (int i = 0; i < count; i++) {
            long overruns = reader.cursor.overruns();
            long record = reader.cursor.peek();
            if (reader.cursor.overruns() != overruns) {
                reader.next = written.size(); // everything up to now is lost to it
                return;
            }
            if (record == 0) {
                assertThat(reader.next).as("all was read").isEqualTo(written.size());
                return;
            }
            Written expected = written.get(reader.next);
            assertThat(reader.cursor.isIntact()).isTrue();
            assertThat(RingRecord.type(record)).isEqualTo(RingRecord.DATAGRAM);
            assertThat(RingRecord.endpointKey(record)).isEqualTo(expected.number());
            assertThat(RingRecord.bodyBytes(record)).isEqualTo(expected.bodyBytes());
            if (expected.bodyBytes() > 0) {
                assertThat(Memory.u8(RingRecord.body(record))).isEqualTo(expected.number() & 0xFF);
                assertThat(Memory.u8(RingRecord.body(record) + expected.bodyBytes() - 1))
                        .isEqualTo(expected.number() & 0xFF);
            }
            reader.cursor.advance();
            reader.next++;
        }
    }
}

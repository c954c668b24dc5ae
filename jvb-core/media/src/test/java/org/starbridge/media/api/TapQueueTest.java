package org.starbridge.media.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.starbridge.rtp.memory.Memory;
import org.starbridge.rtp.memory.Slab;

class TapQueueTest {
    private static final int CAPACITY_BYTES = 16 * 1024;

    /** What was read, in order; a packet by the number that it was written with. */
    private static final class Seen implements TapQueue.Reader {
        final List<String> records = new ArrayList<>();
        final List<Long> numbers = new ArrayList<>();
        long dropped;

        @Override
        public void onPacket(int ssrc, int wireSsrc, long extSeq, long arrivalNs, long address, int lengthBytes) {
            numbers.add(extSeq);
            for (int i = 0; i < lengthBytes; i++) {
                assertThat(Memory.u8(address + i)).isEqualTo((int) (extSeq + i & 0xFF));
            }
            records.add(ssrc + "/" + wireSsrc + " at " + arrivalNs + ", " + lengthBytes);
        }

        @Override
        public void onSenderReport(int ssrc, long ntp64, int rtpTimestamp, long arrivalNs) {
            records.add(ssrc + " " + ntp64 + "=" + rtpTimestamp + " at " + arrivalNs);
        }

        @Override
        public void onDropped(long packets) {
            dropped += packets;
        }
    }

    private static void write(TapQueue tap, Slab slab, long number, int lengthBytes) {
        for (int i = 0; i < lengthBytes; i++) {
            Memory.put8(slab.address() + i, (int) (number + i & 0xFF));
        }
        tap.writePacket(7, 8, number, 1000 + number, slab.address(), lengthBytes);
    }

    @Test
    void packetsAndReportsComeInOrder() {
        Seen seen = new Seen();
        try (Slab slab = Slab.allocate(2000);
                TapQueue tap = new TapQueue(CAPACITY_BYTES)) {
            write(tap, slab, 5, 13);
            tap.writeSenderReport(7, 8, 1L << 40, -3, 99);
            write(tap, slab, 6, 0);
            assertThat(tap.read(seen, 2)).isEqualTo(2);
            assertThat(tap.read(seen, 10)).isEqualTo(1);
            assertThat(tap.read(seen, 10)).isZero();
            tap.detach();
        }
        assertThat(seen.records).containsExactly("7/8 at 1005, 13", "7 " + (1L << 40) + "=-3 at 99", "7/8 at 1006, 0");
        assertThat(seen.dropped).isZero();
    }

    @Test
    void theWriterDropsWhatDoesNotFitAndTheReaderLearnsHowMuch() {
        Seen seen = new Seen();
        try (Slab slab = Slab.allocate(2000);
                TapQueue tap = new TapQueue(CAPACITY_BYTES)) {
            for (int i = 0; i < 40; i++) {
                write(tap, slab, i, 1000);
            }
            int kept = tap.read(seen, 100);
            assertThat(kept).isBetween(10, 16);
            assertThat(seen.dropped)
                    .as("nothing tells it before the next packet")
                    .isZero();
            write(tap, slab, 100, 10);
            assertThat(tap.read(seen, 100)).isEqualTo(1);
            assertThat(seen.dropped).isEqualTo(40 - kept);
            assertThat(seen.numbers.getLast()).isEqualTo(100);
            tap.detach();
        }
    }

    @Test
    void nothingIsLostAcrossManyLapsWithAQuickReader() {
        Random random = new Random(29);
        Seen seen = new Seen();
        List<Long> written = new ArrayList<>();
        try (Slab slab = Slab.allocate(2000);
                TapQueue tap = new TapQueue(CAPACITY_BYTES)) {
            for (long number = 0; number < 2000; number++) {
                write(tap, slab, number, random.nextInt(1500));
                written.add(number);
                if (random.nextInt(4) == 0) {
                    tap.read(seen, 100);
                }
            }
            tap.read(seen, 100);
            tap.detach();
        }
        assertThat(seen.numbers.size() + seen.dropped).isEqualTo(2000);
        assertThat(written).containsAll(seen.numbers);
        assertThat(seen.numbers).isSorted().doesNotHaveDuplicates();
    }

    @Test
    void aReaderOnAnotherThreadGetsWholePackets() throws InterruptedException {
        Seen seen = new Seen();
        try (Slab slab = Slab.allocate(2000);
                TapQueue tap = new TapQueue(CAPACITY_BYTES)) {
            Thread writer = Thread.ofPlatform().start(() -> {
                for (long number = 0; number < 20_000; number++) {
                    write(tap, slab, number, (int) (number * 37 % 1400));
                }
                tap.detach();
            });
            while (!tap.isDetached()) {
                tap.read(seen, 50);
            }
            writer.join();
            int read = 1;
            while (read > 0) {
                read = tap.read(seen, 50);
            }
        }
        assertThat(seen.numbers).isSorted().doesNotHaveDuplicates().hasSizeGreaterThan(10);
        assertThat(seen.numbers.size() + seen.dropped).isLessThanOrEqualTo(20_000);
    }

    @Test
    void theMemoryStaysWhileThereIsAWriter() {
        TapQueue tap = new TapQueue(CAPACITY_BYTES);
        assertThatThrownBy(tap::close).isInstanceOf(IllegalStateException.class);
        tap.detach();
        tap.close();
        assertThatThrownBy(() -> new TapQueue(3)).hasMessageContaining("expected a power of two");
    }
}

package org.starbridge.rtp.rtcp;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.starbridge.rtp.TestBytes;
import org.starbridge.rtp.memory.Slab;

class TransportFeedbackTest {
    private final RtcpView rtcp = new RtcpView();
    private final TransportFeedback feedback = new TransportFeedback();
    private final TransportFeedbackWriter writer = new TransportFeedbackWriter();

    @ParameterizedTest
    @CsvSource(
            nullValues = "-",
            value = {
                // what, base and count, chunks and deltas, what is read or - for a fault
                "run of small,          fffe0003, 2003 01020300 000000, '65534:1 65535:2 0:3'",
                "run of missing,        00050003, 0003 0000,            '5:- 6:- 7:-'",
                "run of large,          00050002, 4002 ffff7fff 0000,   '5:-1 6:32767'",
                "one bit vector,        00050003, a800 0102,            '5:1 6:- 7:2'",
                "two bit vector,        00050003, d800 01 8000 000000,  '5:1 6:-32768 7:-'",
                "two chunks,            00050003, 2001 0002 0700 0000,  '5:7 6:- 7:-'",
                "run too long is cut,   00050001, 3fff 0900,            '5:9'",
                "no status,             00050000, 2001 0000,            -",
                "run of none,           00050001, 2000 0000,            -",
                "reserved run,          00050001, 6001 0000,            -",
                "reserved in vector,    00050007, c003 0000,            -",
                "reserved behind count, 00050006, c003 0000,            '5:- 6:- 7:- 8:- 9:- 10:-'",
                "delta missing,         00050003, 2003 0102,            -",
                "large delta cut,       00050002, 4002 0102,            -",
                "chunk missing,         00050010, 0007 0008,            -",
                "chunks only,           0005000f, 0007 0008,            "
                        + "'5:- 6:- 7:- 8:- 9:- 10:- 11:- 12:- 13:- 14:- 15:- 16:- 17:- 18:- 19:-'",
            })
    void readsChunksAndDeltas(String what, String baseAndCount, String rest, String expected) {
        String body = "00000001 00000002" + baseAndCount + "00000107" + rest;
        int words = body.replace(" ", "").length() / 8;
        try (Slab slab = TestBytes.hex("8fcd%04x".formatted(words) + body)) {
            assertThat(rtcp.wrap(slab.address(), 4 + 4 * words)).as(what).isNull();
            assertThat(rtcp.next()).isTrue();
            assertThat(feedback.wrap(rtcp)).as(what).isEqualTo(expected == null ? RtcpFault.BAD_STATUS : null);
            List<String> read = new ArrayList<>();
            while (feedback.next()) {
                read.add(feedback.sequenceNumber() + ":" + (feedback.isReceived() ? feedback.deltaTicks() : "-"));
            }
            assertThat(String.join(" ", read)).as(what).isEqualTo(expected == null ? "" : expected);
            if (expected != null) {
                assertThat(feedback.referenceTime()).isEqualTo(1);
                assertThat(feedback.feedbackCount()).isEqualTo(7);
                assertThat(feedback.senderSsrc()).isEqualTo(1);
                assertThat(feedback.mediaSsrc()).isEqualTo(2);
            }
        }
    }

    @Test
    void addsDeltasUpFromASignedReferenceTime() {
        try (Slab slab = TestBytes.hex("8fcd0006 00000001 00000002 00050003 ffffff00 d900 05 fffe 030000")) {
            assertThat(rtcp.wrap(slab.address(), 28)).isNull();
            assertThat(rtcp.next()).isTrue();
            assertThat(feedback.wrap(rtcp)).isNull();
            assertThat(feedback.referenceTime()).isEqualTo(-1);
            List<Long> ticks = new ArrayList<>();
            while (feedback.next()) {
                ticks.add(feedback.arrivalTicks());
            }
            assertThat(ticks).containsExactly(-256L + 5, -256L + 3, -256L + 6);
        }
    }

    @Test
    void readsBackWhateverWasWritten() {
        for (long seed = 0; seed < 5000; seed++) {
            Random random = new Random(seed);
            String as = "seed " + seed;
            int capacity = 28 + random.nextInt(random.nextBoolean() ? 40 : 1176);
            int base = random.nextInt(65536);
            int reference = random.nextInt(1 << 24) - (1 << 23);
            int lossPercent = random.nextInt(101);
            int largePercent = random.nextInt(4) == 0 ? random.nextInt(101) : 1;
            int run = 1 + random.nextInt(40);
            try (Slab slab = Slab.allocate(capacity)) {
                assertThat(writer.begin(slab.address(), capacity, 1, 2, base, reference, 258))
                        .as(as)
                        .isTrue();
                List<Integer> written = new ArrayList<>();
                boolean missing = false;
                boolean large = false;
                for (int n = 1 + random.nextInt(random.nextInt(20) == 0 ? 20_000 : 2000); n > 0; n--) {
                    if (random.nextInt(run) == 0) {
                        missing = random.nextInt(100) < lossPercent;
                        large = random.nextInt(100) < largePercent;
                    }
                    int delta = large ? random.nextInt(65536) - 32768 : random.nextInt(256);
                    if (!(missing ? writer.addMissing() : writer.addReceived(delta))) {
                        break;
                    }
                    written.add(missing ? null : delta);
                }
                int length = writer.end();
                assertThat(written).as(as).isNotEmpty();
                assertThat(length).as(as).isLessThanOrEqualTo(capacity);
                assertThat(rtcp.wrap(slab.address(), length)).as(as).isNull();
                assertThat(rtcp.next()).isTrue();
                assertThat(feedback.wrap(rtcp)).as(as).isNull();
                assertThat(feedback.statusCount()).as(as).isEqualTo(written.size());
                assertThat(feedback.baseSequenceNumber()).as(as).isEqualTo(base);
                assertThat(feedback.referenceTime()).as(as).isEqualTo(reference);
                assertThat(feedback.feedbackCount()).as(as).isEqualTo(2);
                List<Integer> read = new ArrayList<>();
                while (feedback.next()) {
                    assertThat(feedback.sequenceNumber()).as(as).isEqualTo((base + read.size()) & 0xFFFF);
                    read.add(feedback.isReceived() ? feedback.deltaTicks() : null);
                }
                assertThat(read).as(as).isEqualTo(written);
            }
        }
    }

    @Test
    void refusesWhatDoesNotFit() {
        try (Slab slab = Slab.allocate(28)) {
            assertThat(writer.begin(slab.address(), 27, 1, 2, 0, 0, 0)).isFalse();
            assertThat(writer.begin(slab.address(), 28, 1, 2, 0, 0, 0)).isTrue();
            assertThat(writer.end()).isZero();
            assertThat(writer.begin(slab.address(), 28, 1, 2, 0, 0, 0)).isTrue();
            assertThat(writer.addReceived(32768)).isFalse();
            assertThat(writer.addReceived(-32769)).isFalse();
            assertThat(writer.addReceived(32767)).isTrue();
            assertThat(writer.addReceived(-32768)).isTrue();
            assertThat(writer.addReceived(0)).isFalse();
            assertThat(writer.addMissing()).isTrue();
            assertThat(writer.end()).isEqualTo(28);
        }
    }

    @Test
    void packsRunsAndVectorsTightly() {
        try (Slab slab = Slab.allocate(1200)) {
            writer.begin(slab.address(), 1200, 1, 2, 0, 0, 0);
            for (int i = 0; i < 20_000; i++) {
                assertThat(writer.addMissing()).isTrue();
            }
            assertThat(writer.end()).as("three runs").isEqualTo(28);
            writer.begin(slab.address(), 1200, 1, 2, 0, 0, 0);
            for (int i = 0; i < 28; i++) {
                assertThat(i % 3 == 0 ? writer.addMissing() : writer.addReceived(i))
                        .isTrue();
            }
            assertThat(writer.end()).as("two vectors of 14, 18 deltas").isEqualTo(44);
        }
    }
}

package org.starbridge.rtp.rtcp;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.starbridge.rtp.TestBytes;
import org.starbridge.rtp.memory.Slab;

class FeedbackTest {
    private final RtcpView rtcp = new RtcpView();

    private RtcpView first(long address, int lengthBytes) {
        assertThat(rtcp.wrap(address, lengthBytes)).isNull();
        assertThat(rtcp.next()).isTrue();
        return rtcp;
    }

    @Test
    void pliNamesBothSources() {
        PictureLossIndication pli = new PictureLossIndication();
        try (Slab slab = Slab.allocate(12)) {
            assertThat(PictureLossIndication.write(slab.address(), 11, 1, 2)).isZero();
            assertThat(PictureLossIndication.write(slab.address(), 12, 0xCAFEBABE, 2))
                    .isEqualTo(12);
            assertThat(TestBytes.hexAt(slab.address(), 12)).isEqualTo("81ce0002cafebabe00000002");
            assertThat(pli.wrap(first(slab.address(), 12))).isNull();
            assertThat(pli.senderSsrc()).isEqualTo(0xCAFEBABE);
            assertThat(pli.mediaSsrc()).isEqualTo(2);
        }
    }

    @Test
    void firWritesOneEntryAndReadsMany() {
        FullIntraRequest fir = new FullIntraRequest();
        try (Slab slab = Slab.allocate(20)) {
            assertThat(FullIntraRequest.write(slab.address(), 19, 1, 2, 255)).isZero();
            assertThat(FullIntraRequest.write(slab.address(), 20, 1, 2, 255)).isEqualTo(20);
            assertThat(TestBytes.hexAt(slab.address(), 20)).isEqualTo("84ce0004000000010000000000000002ff000000");
        }
        try (Slab slab = TestBytes.hex("84ce0006 00000001 00000000 00000002 ff000000 00000003 01000000")) {
            assertThat(fir.wrap(first(slab.address(), 28))).isNull();
            assertThat(fir.senderSsrc()).isEqualTo(1);
            assertThat(fir.next()).isTrue();
            assertThat(fir.ssrc()).isEqualTo(2);
            assertThat(fir.sequenceNumber()).isEqualTo(255);
            assertThat(fir.next()).isTrue();
            assertThat(fir.ssrc()).isEqualTo(3);
            assertThat(fir.sequenceNumber()).isEqualTo(1);
            assertThat(fir.next()).isFalse();
        }
    }

    @ParameterizedTest
    @CsvSource({
        "00050000,          '5'",
        "00050001,          '5 6'",
        "00058001,          '5 6 21'",
        "fffe0007,          '65534 65535 0 1'",
        "ffffffff,          '65535 0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15'",
        "00050000 00090002, '5 9 11'",
        "'',                ''",
    })
    void nackListsPidAndBitmask(String entries, String expected) {
        GenericNack nack = new GenericNack();
        int words = entries.replace(" ", "").length() / 8;
        try (Slab slab = TestBytes.hex("81cd000" + (2 + words) + "00000001 00000002" + entries)) {
            assertThat(nack.wrap(first(slab.address(), 12 + 4 * words))).isNull();
            assertThat(nack.mediaSsrc()).isEqualTo(2);
            List<String> read = new ArrayList<>();
            while (nack.next()) {
                read.add(Integer.toString(nack.sequenceNumber()));
            }
            assertThat(String.join(" ", read)).isEqualTo(expected);
        }
    }

    @Test
    void nackReadsBackWhatWasAsked() {
        GenericNack nack = new GenericNack();
        GenericNackWriter writer = new GenericNackWriter();
        for (long seed = 0; seed < 3000; seed++) {
            Random random = new Random(seed);
            String as = "seed " + seed;
            int capacity = random.nextInt(200);
            long base = random.nextInt(65536);
            TreeSet<Long> wanted = new TreeSet<>();
            for (int n = random.nextInt(60); n > 0; n--) {
                wanted.add(base + random.nextInt(random.nextBoolean() ? 30 : 500));
            }
            try (Slab slab = Slab.allocate(Math.max(1, capacity))) {
                writer.begin(slab.address(), capacity, 1, 2);
                List<Integer> accepted = new ArrayList<>();
                for (long seq : wanted) {
                    if (!writer.add(seq)) {
                        break;
                    }
                    assertThat(writer.add(seq)).as(as).isTrue();
                    accepted.add((int) seq & 0xFFFF);
                }
                int length = writer.end();
                assertThat(length).as(as).isLessThanOrEqualTo(capacity);
                assertThat(length == 0).as(as).isEqualTo(accepted.isEmpty());
                if (capacity >= 16) {
                    assertThat(accepted.isEmpty()).as(as).isEqualTo(wanted.isEmpty());
                }
                if (length > 0) {
                    assertThat(nack.wrap(first(slab.address(), length))).as(as).isNull();
                    assertThat(nack.senderSsrc()).isEqualTo(1);
                    assertThat(nack.mediaSsrc()).isEqualTo(2);
                    List<Integer> read = new ArrayList<>();
                    while (nack.next()) {
                        read.add(nack.sequenceNumber());
                    }
                    assertThat(read).as(as).isEqualTo(accepted);
                }
            }
        }
    }

    @ParameterizedTest
    @CsvSource({
        // exponent and mantissa, bit/s
        "000000, 0",
        "03ffff, 262143",
        "060000, 262144",
        "fc0001, 0x7FFFFFFFFFFFFFFF",
        "f80001, 0x4000000000000000",
        "f80002, 0x7FFFFFFFFFFFFFFF",
        "fc0000, 0",
        "b7ffff, 9223336852482686976",
        "bbffff, 0x7FFFFFFFFFFFFFFF",
    })
    void rembSaturates(String bits, long bitrateBps) {
        Remb remb = new Remb();
        try (Slab slab = TestBytes.hex("8fce0005 00000001 00000000 52454d42 01" + bits + "00000007")) {
            assertThat(remb.wrap(first(slab.address(), 24))).isNull();
            assertThat(remb.bitrateBps()).isEqualTo(bitrateBps);
            assertThat(remb.ssrcCount()).isEqualTo(1);
            assertThat(remb.ssrc(0)).isEqualTo(7);
        }
    }

    @Test
    void rembReadsBackTo18Bits() {
        Remb remb = new Remb();
        Random random = new Random(3);
        int[] ssrcs = random.ints(255).toArray();
        try (Slab slab = Slab.allocate(20 + 4 * 255)) {
            for (int i = 0; i < 5000; i++) {
                long bitrateBps = random.nextLong() >>> (1 + random.nextInt(63));
                int count = random.nextInt(256);
                int length = 20 + 4 * count;
                assertThat(Remb.write(slab.address(), length - 1, 9, bitrateBps, ssrcs, count))
                        .isZero();
                assertThat(Remb.write(slab.address(), length, 9, bitrateBps, ssrcs, count))
                        .isEqualTo(length);
                assertThat(remb.wrap(first(slab.address(), length))).isNull();
                assertThat(remb.senderSsrc()).isEqualTo(9);
                assertThat(remb.bitrateBps())
                        .as("iteration " + i)
                        .isBetween(bitrateBps - (bitrateBps >>> 17), bitrateBps);
                assertThat(remb.ssrcCount()).isEqualTo(count);
                for (int k = 0; k < count; k++) {
                    assertThat(remb.ssrc(k)).isEqualTo(ssrcs[k]);
                }
            }
        }
    }

    @ParameterizedTest
    @CsvSource({
        "REMB without its sources,  8fce0004 00000001 00000000 52454d42 01000000",
        "PLI without a source,      81ce0001 00000001",
        "BYE without its sources,   82cb0001 00000001",
        "SR without a block,        81c80006 00000001 00000000 00000000 00000000 00000000 00000000",
        "RR with half a block,      81c90004 00000001 00000000 00000000 00000000",
        "NACK without a source,     81cd0001 00000001",
        "feedback without a base,   8fcd0002 00000001 00000002",
    })
    void aBlockThatIsTooShortIsNamed(String what, String bytes) {
        int length = bytes.replace(" ", "").length() / 2;
        try (Slab slab = TestBytes.hex(bytes)) {
            RtcpView block = first(slab.address(), length);
            RtcpFault fault = switch (block.kind()) {
                case REMB -> new Remb().wrap(block);
                case PICTURE_LOSS_INDICATION -> new PictureLossIndication().wrap(block);
                case BYE -> new Bye().wrap(block);
                case SENDER_REPORT -> new SenderReport().wrap(block);
                case RECEIVER_REPORT -> new ReportBlock().wrap(block);
                case GENERIC_NACK -> new GenericNack().wrap(block);
                case TRANSPORT_FEEDBACK -> new TransportFeedback().wrap(block);
                default -> null;
            };
            assertThat(fault).as(what).isEqualTo(RtcpFault.BODY_TOO_SHORT);
        }
    }
}

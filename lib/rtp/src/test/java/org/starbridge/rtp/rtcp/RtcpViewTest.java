package org.starbridge.rtp.rtcp;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.EnumSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.starbridge.rtp.TestBytes;
import org.starbridge.rtp.memory.Slab;

class RtcpViewTest {
    private final RtcpView rtcp = new RtcpView();

    @ParameterizedTest
    @CsvSource(
            nullValues = "-",
            value = {
                "nothing,                   '',                                TOO_SHORT",
                "three bytes,               80c900,                            TOO_SHORT",
                "empty report,              80c90001 00000001,                 -",
                "version 1,                 40c90001 00000001,                 BAD_VERSION",
                "RTP payload type,          80600001 00000001,                 BAD_TYPE",
                "too long,                  80c90002 00000001,                 TRUNCATED",
                "reduced size,              81ce0002 00000001 00000002,        -",
                "two blocks,                80c90001 00000001 81ce0002 00000001 00000002, -",
                "second cut,                80c90001 00000001 81ce0002 00000001,          TRUNCATED",
                "second header cut,         80c90001 00000001 81ce,            TRUNCATED",
                "second of version 3,       80c90001 00000001 c1ce0002 00000001 00000002, BAD_VERSION",
                "padding on the last,       80c90001 00000001 a0c90002 00000001 00000004, -",
                "padding before the last,   a0c90002 00000001 00000004 80c90001 00000001, BAD_PADDING",
                "padding 0,                 a0c90001 00000000,                 BAD_PADDING",
                "padding into the header,   a0c90001 00000005,                 BAD_PADDING",
                "padding without a body,    a0c90000,                          BAD_PADDING",
            })
    void checksTheFrameOfTheWholeCompound(String what, String bytes, RtcpFault fault) {
        try (Slab slab = TestBytes.hex(bytes)) {
            int length = bytes.replace(" ", "").length() / 2;
            assertThat(rtcp.wrap(slab.address(), length)).as(what).isEqualTo(fault);
            assertThat(rtcp.next()).as(what).isEqualTo(fault == null);
        }
    }

    @Test
    void walksTheBlocksAndLeavesPaddingOut() {
        String compound = "80c90001 00000001" + "81cb0001 00000002" + "a1ce0003 00000003 00000004 00000004";
        try (Slab slab = TestBytes.hex(compound)) {
            assertThat(rtcp.wrap(slab.address(), 32)).isNull();
            assertThat(rtcp.next()).isTrue();
            assertThat(rtcp.kind()).isEqualTo(RtcpKind.RECEIVER_REPORT);
            assertThat(rtcp.type()).isEqualTo(201);
            assertThat(rtcp.count()).isZero();
            assertThat(rtcp.senderSsrc()).isEqualTo(1);
            assertThat(rtcp.bodyLengthBytes()).isEqualTo(4);
            assertThat(rtcp.next()).isTrue();
            assertThat(rtcp.kind()).isEqualTo(RtcpKind.BYE);
            assertThat(rtcp.blockAddress()).isEqualTo(slab.address() + 8);
            assertThat(rtcp.next()).isTrue();
            assertThat(rtcp.kind()).isEqualTo(RtcpKind.PICTURE_LOSS_INDICATION);
            assertThat(rtcp.format()).isEqualTo(1);
            assertThat(rtcp.senderSsrc()).isEqualTo(3);
            assertThat(rtcp.bodyAddress()).isEqualTo(slab.address() + 20);
            assertThat(rtcp.bodyLengthBytes()).isEqualTo(8);
            assertThat(rtcp.next()).isFalse();
            assertThat(RtcpView.senderSsrc(slab.address())).isEqualTo(1);
        }
    }

    @ParameterizedTest
    @CsvSource({
        "80c8 0001 00000000, SENDER_REPORT",
        "80ca 0001 00000000, SOURCE_DESCRIPTION",
        "80cc 0001 00000000, OTHER",
        "81cd 0001 00000000, GENERIC_NACK",
        "82cd 0001 00000000, OTHER",
        "8fcd 0001 00000000, TRANSPORT_FEEDBACK",
        "84ce 0001 00000000, FULL_INTRA_REQUEST",
        "82ce 0001 00000000, OTHER",
        "8fce 0001 00000000, OTHER",
        "8fce 0003 00000000 00000000 52454d42, REMB",
        "8fce 0003 00000000 00000000 52454d43, OTHER",
        "80cf 0001 00000000, OTHER",
    })
    void tellsTheKind(String bytes, RtcpKind kind) {
        try (Slab slab = TestBytes.hex(bytes)) {
            assertThat(rtcp.wrap(slab.address(), bytes.replace(" ", "").length() / 2))
                    .isNull();
            assertThat(rtcp.next()).isTrue();
            assertThat(rtcp.kind()).isEqualTo(kind);
        }
    }

    @Test
    void neverThrowsOrReadsOutsideWhateverTheBytesAre() {
        Readers readers = new Readers();
        Set<RtcpKind> seen = EnumSet.noneOf(RtcpKind.class);
        Set<RtcpFault> faults = EnumSet.noneOf(RtcpFault.class);
        TestBytes.neverThrows(
                0x5EED2,
                96,
                (random, bytes) -> {
                    int offset = 0;
                    while (offset + 4 <= bytes.length) {
                        int words = random.nextInt((bytes.length - offset) / 4);
                        int format = random.nextInt(3) == 0 ? 15 : random.nextInt(6);
                        bytes[offset] = (byte) (0x80 | format | (random.nextInt(20) == 0 ? 0x20 : 0));
                        bytes[offset + 1] = (byte) (200 + random.nextInt(8));
                        bytes[offset + 2] = 0;
                        bytes[offset + 3] = (byte) words;
                        if (words >= 4 && random.nextBoolean()) {
                            bytes[offset + 12] = 'R';
                            bytes[offset + 13] = 'E';
                            bytes[offset + 14] = 'M';
                            bytes[offset + 15] = 'B';
                            bytes[offset + 16] = (byte) random.nextInt(6);
                        } else if (words >= 4 && random.nextBoolean()) {
                            bytes[offset + 14] = 0;
                            bytes[offset + 15] = (byte) random.nextInt(60);
                        }
                        offset += 4 + 4 * words;
                    }
                },
                (address, length) -> {
                    RtcpFault fault = rtcp.wrap(address, length);
                    if (fault != null) {
                        faults.add(fault);
                        assertThat(fault.sentence()).isNotBlank();
                        assertThat(rtcp.next()).isFalse();
                    }
                    while (rtcp.next()) {
                        RtcpFault inner = readers.readAll(rtcp);
                        if (inner == null) {
                            seen.add(rtcp.kind());
                        } else {
                            faults.add(inner);
                        }
                    }
                });
        assertThat(seen).containsAll(EnumSet.complementOf(EnumSet.of(RtcpKind.OTHER, RtcpKind.SOURCE_DESCRIPTION)));
        assertThat(faults).containsAll(EnumSet.complementOf(EnumSet.of(RtcpFault.BAD_TYPE)));
    }

    /** Reads everything that a block has, with every reader: the wrong ones must refuse. */
    private static final class Readers {
        private final SenderReport senderReport = new SenderReport();
        private final ReportBlock reportBlock = new ReportBlock();
        private final Bye bye = new Bye();
        private final GenericNack nack = new GenericNack();
        private final TransportFeedback feedback = new TransportFeedback();
        private final PictureLossIndication pli = new PictureLossIndication();
        private final FullIntraRequest fir = new FullIntraRequest();
        private final Remb remb = new Remb();
        private long unusedSum;

        @Nullable
        RtcpFault readAll(RtcpView rtcp) {
            unusedSum += rtcp.senderSsrc();
            @Nullable RtcpFault fault = RtcpFault.WRONG_KIND;
            fault = better(fault, senderReport.wrap(rtcp));
            if (fault == null) {
                unusedSum += senderReport.ntp64() + senderReport.octetCount() + senderReport.packetCount();
            }
            fault = better(fault, reportBlock.wrap(rtcp));
            while (reportBlock.next()) {
                unusedSum += reportBlock.ssrc() + reportBlock.dlsr() + reportBlock.jitter();
            }
            RtcpFault byeFault = bye.wrap(rtcp);
            fault = better(fault, byeFault);
            for (int i = 0; byeFault == null && i < bye.ssrcCount(); i++) {
                unusedSum += bye.ssrc(i);
            }
            fault = better(fault, nack.wrap(rtcp));
            while (nack.next()) {
                unusedSum += nack.sequenceNumber() + nack.mediaSsrc();
            }
            fault = better(fault, feedback.wrap(rtcp));
            while (feedback.next()) {
                unusedSum += feedback.sequenceNumber() + feedback.arrivalTicks();
            }
            RtcpFault pliFault = pli.wrap(rtcp);
            fault = better(fault, pliFault);
            if (pliFault == null) {
                unusedSum += pli.mediaSsrc() + pli.senderSsrc();
            }
            fault = better(fault, fir.wrap(rtcp));
            while (fir.next()) {
                unusedSum += fir.ssrc() + fir.sequenceNumber();
            }
            RtcpFault rembFault = remb.wrap(rtcp);
            fault = better(fault, rembFault);
            for (int i = 0; rembFault == null && i < remb.ssrcCount(); i++) {
                assertThat(remb.bitrateBps()).isNotNegative();
                unusedSum += remb.ssrc(i);
            }
            return fault;
        }

        private static @Nullable RtcpFault better(@Nullable RtcpFault one, @Nullable RtcpFault other) {
            return one == RtcpFault.WRONG_KIND ? other : one;
        }
    }
}

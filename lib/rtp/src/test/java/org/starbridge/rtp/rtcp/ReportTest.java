package org.starbridge.rtp.rtcp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.starbridge.rtp.TestBytes;
import org.starbridge.rtp.memory.Slab;

class ReportTest {
    private final RtcpView rtcp = new RtcpView();
    private final SenderReport senderReport = new SenderReport();
    private final ReportBlock block = new ReportBlock();

    @Test
    void readsBackSenderAndReceiverReports() {
        for (long seed = 0; seed < 2000; seed++) {
            Random random = new Random(seed);
            String as = "seed " + seed;
            int blocks = random.nextInt(32);
            boolean sender = random.nextBoolean();
            int first = sender ? SenderReport.BLOCKS_OFFSET : ReceiverReport.BLOCKS_OFFSET;
            int expected = first + 24 * blocks;
            try (Slab slab = Slab.allocate(expected)) {
                long a = slab.address();
                int ssrc = random.nextInt();
                long ntp = random.nextLong();
                int timestamp = random.nextInt();
                long packets = random.nextLong(1L << 32);
                long octets = random.nextLong(1L << 32);
                int length = sender
                        ? SenderReport.write(a, expected, ssrc, ntp, timestamp, packets, octets, blocks)
                        : ReceiverReport.write(a, expected, ssrc, blocks);
                assertThat(length).as(as).isEqualTo(expected);
                assertThat(
                                sender
                                        ? SenderReport.write(
                                                a, expected - 1, ssrc, ntp, timestamp, packets, octets, blocks)
                                        : ReceiverReport.write(a, expected - 1, ssrc, blocks))
                        .as(as)
                        .isZero();
                long[][] written = new long[blocks][];
                for (int i = 0; i < blocks; i++) {
                    long[] w = {
                        random.nextInt(),
                        random.nextInt(256),
                        random.nextInt(1 << 24) - (1 << 23),
                        random.nextLong(1L << 32),
                        random.nextLong(1L << 32),
                        random.nextInt(),
                        random.nextInt()
                    };
                    written[i] = w;
                    ReportBlock.write(
                            a + first + 24L * i, (int) w[0], (int) w[1], w[2], w[3], w[4], (int) w[5], (int) w[6]);
                }
                assertThat(rtcp.wrap(a, length)).as(as).isNull();
                assertThat(rtcp.next()).isTrue();
                assertThat(rtcp.senderSsrc()).as(as).isEqualTo(ssrc);
                if (sender) {
                    assertThat(senderReport.wrap(rtcp)).as(as).isNull();
                    assertThat(senderReport.ssrc()).as(as).isEqualTo(ssrc);
                    assertThat(senderReport.ntp64()).as(as).isEqualTo(ntp);
                    assertThat(senderReport.rtpTimestamp()).as(as).isEqualTo(timestamp);
                    assertThat(senderReport.packetCount()).as(as).isEqualTo(packets);
                    assertThat(senderReport.octetCount()).as(as).isEqualTo(octets);
                } else {
                    assertThat(senderReport.wrap(rtcp)).as(as).isEqualTo(RtcpFault.WRONG_KIND);
                }
                assertThat(block.wrap(rtcp)).as(as).isNull();
                for (long[] w : written) {
                    assertThat(block.next()).as(as).isTrue();
                    long[] read = {
                        block.ssrc(),
                        block.fractionLost(),
                        block.cumulativeLost(),
                        block.extendedHighest(),
                        block.jitter(),
                        block.lsr(),
                        block.dlsr()
                    };
                    assertThat(read).as(as).isEqualTo(w);
                }
                assertThat(block.next()).as(as).isFalse();
            }
        }
    }

    @ParameterizedTest
    @CsvSource({
        "0, 0",
        "1, 1",
        "-1, -1",
        "0x7FFFFF, 0x7FFFFF",
        "0x800000, 0x7FFFFF",
        "-0x800000, -0x800000",
        "-0x800001, -0x800000",
        "0x7FFFFFFFFFFFFFFF, 0x7FFFFF",
    })
    void cumulativeLostStopsAtItsLimits(long lost, int written) {
        try (Slab slab = Slab.allocate(32)) {
            ReceiverReport.write(slab.address(), 32, 1, 1);
            ReportBlock.write(slab.address() + 8, 2, 0, lost, 0, 0, 0, 0);
            assertThat(rtcp.wrap(slab.address(), 32)).isNull();
            assertThat(rtcp.next()).isTrue();
            assertThat(block.wrap(rtcp)).isNull();
            assertThat(block.next()).isTrue();
            assertThat(block.cumulativeLost()).isEqualTo(written);
        }
    }

    @Test
    void refusesMoreReportBlocksThanTheCountHolds() {
        assertThatThrownBy(() -> ReceiverReport.write(0, 10_000, 1, 32)).hasMessageContaining("32");
        assertThatThrownBy(() -> ReceiverReport.write(0, 10_000, 1, -1)).hasMessageContaining("-1");
    }

    @ParameterizedTest
    @CsvSource({
        "'',     81ca0002 00000001 0100 0000,          12",
        "a,      81ca0002 00000001 0101 61 00,         12",
        "ab,     81ca0003 00000001 0102 6162 00000000, 16",
        "abc,    81ca0003 00000001 0103 616263 000000, 16",
        "abcde,  81ca0003 00000001 0105 6162636465 00, 16",
    })
    void aCnameEndsWithZerosToTheNextWord(String cname, String bytes, int length) {
        byte[] utf8 = cname.getBytes(StandardCharsets.UTF_8);
        String hex = bytes.replace(" ", "");
        try (Slab slab = Slab.allocate(16)) {
            assertThat(SourceDescription.writeCname(slab.address(), length - 1, 1, utf8))
                    .isZero();
            assertThat(SourceDescription.writeCname(slab.address(), length, 1, utf8))
                    .isEqualTo(length);
            assertThat(TestBytes.hexAt(slab.address(), length)).isEqualTo(hex);
            assertThat(rtcp.wrap(slab.address(), length)).isNull();
        }
    }

    @Test
    void byeNamesEverySource() {
        Bye bye = new Bye();
        try (Slab slab = TestBytes.hex("82cb0003 00000001 00000002 03616263")) {
            assertThat(rtcp.wrap(slab.address(), 16)).isNull();
            assertThat(rtcp.next()).isTrue();
            assertThat(bye.wrap(rtcp)).isNull();
            assertThat(bye.ssrcCount()).isEqualTo(2);
            assertThat(bye.ssrc(0)).isEqualTo(1);
            assertThat(bye.ssrc(1)).isEqualTo(2);
            assertThat(Bye.write(slab.address(), 7, 9)).isZero();
            assertThat(Bye.write(slab.address(), 8, 9)).isEqualTo(8);
            assertThat(rtcp.wrap(slab.address(), 8)).isNull();
            assertThat(rtcp.next()).isTrue();
            assertThat(bye.wrap(rtcp)).isNull();
            assertThat(bye.ssrcCount()).isEqualTo(1);
            assertThat(bye.ssrc(0)).isEqualTo(9);
        }
    }

    @ParameterizedTest
    @CsvSource({
        "0,                   0x83AA7E8000000000",
        "500000000,           0x83AA7E8080000000",
        "999999999,           0x83AA7E80FFFFFFFB",
        "-1000000000,         0x83AA7E7F00000000",
        "1700000000250000000, 0xE8FE6F8040000000",
    })
    void ntpCountsFrom1900(long unixNs, String ntp) {
        long ntp64 = NtpTime.fromUnixNs(unixNs);
        assertThat(ntp64).isEqualTo(Long.parseUnsignedLong(ntp.substring(2), 16));
        assertThat(NtpTime.toUnixNs(ntp64)).isBetween(unixNs - 1, unixNs);
        assertThat(NtpTime.middle(ntp64)).isEqualTo((int) (ntp64 >> 16));
    }

    @ParameterizedTest
    @CsvSource({
        "0, 0",
        "-5, 0",
        "1000000000, 0x10000",
        "500000000, 0x8000",
        "65535000000000, -0x10000",
        "0x7FFFFFFFFFFFFFFF, -0x10000"
    })
    void delaysAreIn65536thsOfASecond(long ns, int units) {
        assertThat(NtpTime.shortFromNs(ns)).isEqualTo(units);
        if (ns >= 0 && ns <= 65_535_000_000_000L) {
            assertThat(NtpTime.shortToNs(units)).isEqualTo(ns);
        }
    }
}

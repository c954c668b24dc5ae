package org.starbridge.rtp.reception;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashSet;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.starbridge.rtp.memory.Slab;
import org.starbridge.rtp.rtcp.ReceiverReport;
import org.starbridge.rtp.rtcp.ReportBlock;
import org.starbridge.rtp.rtcp.RtcpView;

class ReceptionRegisterTest {
    private static final int CLOCK_RATE = 90_000;
    private static final long SECOND_NS = 1_000_000_000L;

    private final Slab slab = Slab.allocate(32);
    private final RtcpView rtcp = new RtcpView();
    private final ReportBlock block = new ReportBlock();

    @AfterEach
    void free() {
        slab.close();
    }

    private ReportBlock report(ReceptionRegister register, long nowNs) {
        ReceiverReport.write(slab.address(), 32, 1, 1);
        register.writeReportBlock(slab.address() + ReceiverReport.BLOCKS_OFFSET, nowNs);
        assertThat(rtcp.wrap(slab.address(), 32)).isNull();
        assertThat(rtcp.next()).isTrue();
        assertThat(block.wrap(rtcp)).isNull();
        assertThat(block.next()).isTrue();
        return block;
    }

    private static void packets(ReceptionRegister register, long from, long to) {
        for (long i = from; i <= to; i++) {
            register.onPacket(i, (int) i * 3000, i * SECOND_NS / 30, CLOCK_RATE);
        }
    }

    @Test
    void reportsNothingBeforeTheFirstPacket() {
        ReceptionRegister register = new ReceptionRegister(7);
        report(register, 5);
        assertThat(block.ssrc()).isEqualTo(7);
        assertThat(block.fractionLost()).isZero();
        assertThat(block.cumulativeLost()).isZero();
        assertThat(block.extendedHighest()).isZero();
        assertThat(block.lsr()).isZero();
        assertThat(block.dlsr()).isZero();
    }

    @Test
    void countsTheFractionSinceTheLastReport() {
        ReceptionRegister register = new ReceptionRegister(7);
        packets(register, 100, 149);
        packets(register, 175, 199);
        report(register, 0);
        assertThat(block.fractionLost()).isEqualTo(64);
        assertThat(block.cumulativeLost()).isEqualTo(25);
        assertThat(block.extendedHighest()).isEqualTo(199);
        packets(register, 200, 299);
        report(register, 0);
        assertThat(block.fractionLost()).isZero();
        assertThat(block.cumulativeLost()).isEqualTo(25);
        register.onPacket(399, 0, 0, CLOCK_RATE);
        report(register, 0);
        assertThat(block.fractionLost()).isEqualTo(253);
        report(register, 0);
        assertThat(block.fractionLost()).isZero();
        packets(register, 150, 174);
        report(register, 0);
        assertThat(block.fractionLost()).isZero();
        assertThat(block.cumulativeLost()).isEqualTo(99);
        assertThat(register.lost()).isEqualTo(99);
    }

    @ParameterizedTest
    @ValueSource(longs = {0xFFFE, 0x7FFE, 0x1_FFFEL, 0xFFFF_FFFEL, 0x7FFF_FFFFL, Long.MAX_VALUE - 10})
    void survivesEveryWrap(long first) {
        ReceptionRegister register = new ReceptionRegister(7);
        for (long i = 0; i < 10; i++) {
            if (i != 4) {
                register.onPacket(first + i, (int) (first + i) * 960, i * 20_000_000L, 48_000);
            }
        }
        report(register, 0);
        assertThat(register.expected()).isEqualTo(10);
        assertThat(register.lost()).isEqualTo(1);
        assertThat(block.cumulativeLost()).isEqualTo(1);
        assertThat(block.extendedHighest()).isEqualTo((first & 0xFFFF) + 9);
        assertThat(register.jitter()).isZero();
    }

    @Test
    void tellsWhenTheLastSenderReportCame() {
        ReceptionRegister register = new ReceptionRegister(7);
        register.onSenderReport(0x1122_3344_5566_7788L, 10 * SECOND_NS);
        report(register, 12 * SECOND_NS + SECOND_NS / 2);
        assertThat(block.lsr()).isEqualTo(0x3344_5566);
        assertThat(block.dlsr()).isEqualTo(0x2_8000);
    }

    @Test
    void jitterConvergesToTheMeanDifferenceOfTransitTimes() {
        ReceptionRegister register = new ReceptionRegister(7);
        for (int i = 0; i < 1000; i++) {
            // Every second packet is 2 ms late: the difference is always 180 ticks.
            register.onPacket(i, i * 3000, i * SECOND_NS / 30 + (i % 2) * 2_000_000L, CLOCK_RATE);
        }
        assertThat(register.jitter()).isBetween(178L, 182L);
    }

    @Test
    void jitterIgnoresRetransmissionsAndRestarts() {
        ReceptionRegister register = new ReceptionRegister(7);
        packets(register, 1000, 1100);
        register.onPacket(1050, 1050 * 3000, 2000 * SECOND_NS, CLOCK_RATE);
        register.onPacket(1101, 0x5000_0000, 1101 * SECOND_NS / 30, CLOCK_RATE);
        register.onPacket(1102, 0x5000_0000 + 3000, 1102 * SECOND_NS / 30, CLOCK_RATE);
        assertThat(register.jitter()).isZero();
    }

    @Test
    void agreesWithANaiveModel() {
        for (long seed = 0; seed < 300; seed++) {
            Random random = new Random(seed);
            String as = "seed " + seed;
            ReceptionRegister register = new ReceptionRegister(7);
            long base = random.nextLong(1L << 33);
            register.onPacket(base, 0, 0, CLOCK_RATE);
            Set<Long> seen = new HashSet<>();
            seen.add(base);
            long highest = base;
            long received = 1;
            for (int i = 0; i < 3000; i++) {
                long seq = highest + random.nextInt(40) - 30 + (random.nextInt(500) == 0 ? 3000 : 0);
                register.onPacket(seq, random.nextInt(), i, CLOCK_RATE);
                if (seq >= base) {
                    seen.add(seq);
                    received++;
                    highest = Math.max(highest, seq);
                }
            }
            assertThat(register.received()).as(as).isEqualTo(received);
            assertThat(register.expected()).as(as).isEqualTo(highest - base + 1);
            assertThat(register.duplicates()).as(as).isEqualTo(received - seen.size());
            assertThat(register.lost()).as(as).isEqualTo(highest - base + 1 - seen.size());
            assertThat(register.highestExtended()).as(as).isEqualTo(highest);
            assertThat(register.jitter()).as(as).isNotNegative();
        }
    }
}

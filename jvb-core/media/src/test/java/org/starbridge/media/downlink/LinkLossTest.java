package org.starbridge.media.downlink;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.starbridge.rtp.memory.Slab;
import org.starbridge.rtp.rtcp.ReceiverReport;
import org.starbridge.rtp.rtcp.ReportBlock;
import org.starbridge.rtp.rtcp.RtcpView;

class LinkLossTest {
    private static final int PACKET_BYTES = 1000;

    private final Slab memory = Slab.allocate(100);
    private final RtcpView rtcp = new RtcpView();
    private final ReportBlock block = new ReportBlock();
    private final LinkLoss loss = new LinkLoss();

    LinkLossTest() {
        loss.begin(1);
    }

    /** The receiver says it misses so many of the first {@code highest} numbers, of which we sent {@code packets}. */
    private void report(int fractionLost, int cumulativeLost, long highest, long packets) {
        ReportBlock.write(
                memory.address() + ReceiverReport.BLOCKS_OFFSET, 7, fractionLost, cumulativeLost, highest, 0, 0, 0);
        int length = ReceiverReport.write(memory.address(), 100, 1, 1);
        assertThat(rtcp.wrap(memory.address(), length)).isNull();
        assertThat(rtcp.next()).isTrue();
        assertThat(block.wrap(rtcp)).isNull();
        assertThat(block.next()).isTrue();
        loss.onReport(block, highest, packets, packets * PACKET_BYTES);
    }

    @AfterEach
    void free() {
        memory.close();
    }

    @Test
    void whatWasSentAndDidNotComeIsLost() {
        report(64, 25, 100, 100);
        assertThat(loss.sentPackets()).isEqualTo(100);
        assertThat(loss.lostPackets()).isEqualTo(25);
        report(0, 25, 200, 200);
        assertThat(loss.lostPackets()).isZero();
        report(0, 35, 300, 300);
        assertThat(loss.lostPackets()).isEqualTo(10);
        assertThat(loss.sentBytes()).isEqualTo(100 * PACKET_BYTES);
    }

    @Test
    void whatNeverReachedTheBridgeIsNotLostAfterIt() {
        report(0, 0, 100, 100);
        report(0, 40, 200, 160);
        assertThat(loss.sentPackets()).isEqualTo(60);
        assertThat(loss.lostPackets()).isZero();
        report(0, 45, 300, 260);
        assertThat(loss.lostPackets()).isEqualTo(5);
    }

    @Test
    void aGapThatTheReceiverSeesLaterIsNoLossThen() {
        report(0, 0, 100, 100);
        report(0, 0, 200, 190); // ten are left out just now, behind what the receiver reports on
        assertThat(loss.lostPackets()).isZero();
        report(0, 10, 300, 290);
        assertThat(loss.lostPackets()).isZero();
    }

    /** Its cumulative count may have begun before ours, so its share counts, of what it expected: of 120 a quarter. */
    @Test
    void ofTheFirstReportTheShareOfWhatIsExpectedCounts() {
        report(64, 1000, 120, 100);
        assertThat(loss.lostPackets()).isEqualTo(10);
    }

    @Test
    void nonsenseIsBounded() {
        report(255, 0x7F_FFFF, 100, 100);
        assertThat(loss.lostPackets()).isBetween(99, 100);
        report(0, -0x80_0000, 200, 200);
        assertThat(loss.lostPackets()).isZero();
        report(0, 0x7F_FFFF, 200, 200);
        assertThat(loss.lostPackets()).isZero();
    }
}

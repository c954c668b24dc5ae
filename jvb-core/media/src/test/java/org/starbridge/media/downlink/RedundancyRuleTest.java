package org.starbridge.media.downlink;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.starbridge.rtp.memory.Memory;
import org.starbridge.rtp.memory.Slab;
import org.starbridge.rtp.rtcp.ReceiverReport;
import org.starbridge.rtp.rtcp.ReportBlock;
import org.starbridge.rtp.rtcp.RtcpView;

/** When redundancy is added to a receiver's audio. */
class RedundancyRuleTest {
    private static final long S = 1_000_000_000;
    private static final int PACKETS = 100;

    private final RedundancyRule rule = new RedundancyRule();
    private final LinkLoss loss = new LinkLoss();
    private long nowNs;
    private long sent;
    private int lost;

    RedundancyRuleTest() {
        loss.begin(0);
        second(0, Long.MAX_VALUE);
    }

    /** A second of 100 packets, of which the receiver reports some lost. */
    private void second(int lostPackets, long estimateBps) {
        sent += PACKETS;
        lost += lostPackets;
        nowNs += S;
        try (Slab memory = Slab.allocate(200)) {
            Memory.fill(memory.address(), 200, 0);
            ReportBlock.write(memory.address() + ReceiverReport.BLOCKS_OFFSET, 1, 0, lost, (int) sent - 1, 0, 0, 0);
            int length = ReceiverReport.write(memory.address(), 200, 1, 1);
            RtcpView rtcp = new RtcpView();
            assertThat(rtcp.wrap(memory.address(), length)).isNull();
            assertThat(rtcp.next()).isTrue();
            ReportBlock block = new ReportBlock();
            assertThat(block.wrap(rtcp)).isNull();
            assertThat(block.next()).isTrue();
            loss.onReport(block, sent - 1, sent, sent * 100);
        }
        rule.onReport(loss, estimateBps, nowNs);
    }

    private void seconds(int count, int lostPackets) {
        for (int i = 0; i < count; i++) {
            second(lostPackets, Long.MAX_VALUE);
        }
    }

    @Test
    void lossSwitchesItOnAndTenClearSecondsOff() {
        seconds(5, 2);
        assertThat(rule.isOn()).as("2 %").isFalse();
        seconds(1, 3);
        assertThat(rule.isOn()).as("3 %").isTrue();
        seconds(20, 1);
        assertThat(rule.isOn()).as("1 % is not clear").isTrue();
        seconds(9, 0);
        assertThat(rule.isOn()).as("9 s").isTrue();
        seconds(1, 0);
        assertThat(rule.isOn()).as("10 s").isFalse();
    }

    @Test
    void aLossInBetweenBeginsTheClearSecondsAgain() {
        seconds(1, 10);
        seconds(6, 0);
        seconds(1, 1);
        seconds(9, 0);
        assertThat(rule.isOn()).isTrue();
        seconds(1, 0);
        assertThat(rule.isOn()).isFalse();
    }

    @Test
    void aLinkThatCarriesLittleGetsNone() {
        second(10, 299_999);
        assertThat(rule.isOn()).isFalse();
        second(10, 300_000);
        assertThat(rule.isOn()).isTrue();
        second(0, 299_999);
        assertThat(rule.isOn()).isFalse();
    }
}

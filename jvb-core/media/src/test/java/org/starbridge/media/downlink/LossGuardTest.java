package org.starbridge.media.downlink;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.starbridge.rtp.memory.Slab;
import org.starbridge.rtp.rtcp.ReceiverReport;
import org.starbridge.rtp.rtcp.ReportBlock;
import org.starbridge.rtp.rtcp.RtcpView;

/** A receiver that reports each second on 1000 packets; a tenth of the bytes is audio. */
class LossGuardTest {
    private static final long SECOND = 1_000_000_000L;
    private static final long ROUND_TRIP_NS = 100_000_000;
    private static final double AUDIO_SHARE = 0.1;
    private static final int PACKETS = 1000;
    private static final int PACKET_BYTES = 125;

    private final Slab memory = Slab.allocate(100);
    private final RtcpView rtcp = new RtcpView();
    private final ReportBlock block = new ReportBlock();
    private final LossGuard guard = new LossGuard();
    private final LinkLoss loss = new LinkLoss();
    private long nowNs = SECOND;
    private long sentBytes;
    private long packets;
    private long lost;

    LossGuardTest() {
        loss.begin(1);
        report(0, 1000);
    }

    /** One second at a bitrate, of whose packets so many of a thousand were lost, and a report about it. */
    private void report(int lostOfThousand, int kbps) {
        packets += PACKETS;
        lost += lostOfThousand;
        nowNs += SECOND;
        sentBytes += kbps * 125L;
        loss.onReport(block(lostOfThousand), packets, packets, packets * PACKET_BYTES);
        guard.onReport(loss);
        guard.onReports(sentBytes, (long) (sentBytes * AUDIO_SHARE), ROUND_TRIP_NS, nowNs);
    }

    private ReportBlock block(int lostOfThousand) {
        ReportBlock.write(
                memory.address() + ReceiverReport.BLOCKS_OFFSET,
                7,
                lostOfThousand * 256 / 1000,
                lost,
                packets,
                0,
                0,
                0);
        int length = ReceiverReport.write(memory.address(), 100, 1, 1);
        assertThat(rtcp.wrap(memory.address(), length)).isNull();
        assertThat(rtcp.next()).isTrue();
        assertThat(block.wrap(rtcp)).isNull();
        assertThat(block.next()).isTrue();
        return block;
    }

    @AfterEach
    void free() {
        memory.close();
    }

    @Test
    void aGoodLinkHasNoLimit() {
        for (int i = 0; i < 20; i++) {
            report(20, 1000);
            assertThat(guard.videoLimitBps()).isEqualTo(LossGuard.NO_LIMIT);
        }
    }

    @ParameterizedTest
    @CsvSource({"300, false", "310, true"})
    void heavyLossCountsAtOnce(int lostOfThousand, boolean isLimited) {
        report(lostOfThousand, 1000);
        assertThat(guard.videoLimitBps() != LossGuard.NO_LIMIT).isEqualTo(isLimited);
    }

    @ParameterizedTest
    @CsvSource({"100, false", "110, true"})
    void highLossCountsIfItLasts(int lostOfThousand, boolean isLimited) {
        report(lostOfThousand, 1000);
        assertThat(guard.videoLimitBps()).as("a moment of bad radio").isEqualTo(LossGuard.NO_LIMIT);
        report(20, 1000);
        report(lostOfThousand, 1000);
        assertThat(guard.videoLimitBps()).as("again, but not in a row").isEqualTo(LossGuard.NO_LIMIT);
        report(lostOfThousand, 1000);
        assertThat(guard.videoLimitBps() != LossGuard.NO_LIMIT).isEqualTo(isLimited);
    }

    @Test
    void theLimitIsMostOfWhatGotThroughAndAudioComesFirst() {
        report(400, 1000);
        assertThat(guard.videoLimitBps())
                .as("85 %% of 600 kbit/s, less the audio")
                .isEqualTo(410_000);
    }

    /** What was on its way when it fell still shows the loss of before. */
    @Test
    void whatIsReportedWithinTwoSecondsAndARoundTripDoesNotCount() {
        report(400, 1000);
        report(400, 510);
        report(400, 510);
        assertThat(guard.videoLimitBps()).isEqualTo(410_000);
        report(400, 510);
        assertThat(guard.videoLimitBps())
                .as("85 %% of 306 kbit/s, less the audio")
                .isEqualTo(260_100 - 51_000);
    }

    @ParameterizedTest
    @CsvSource({"20, true", "30, false"})
    void aLimitGrowsWhileNextToNothingIsLost(int lostOfThousand, boolean grows) {
        report(400, 1000);
        for (int i = 0; i < 2; i++) {
            report(0, 500);
        }
        long before = guard.videoLimitBps();
        report(lostOfThousand, 500);
        assertThat(guard.videoLimitBps() > before).isEqualTo(grows);
        assertThat(guard.videoLimitBps() < before)
                .as("audio has no retransmissions")
                .isEqualTo(!grows);
    }

    /** A radio link that loses 40 % whatever is sent: three reductions did not help, so it is no overload. */
    @Test
    void lossThatIsThereWhateverIsSentDoesNotEmptyTheLink() {
        int kbps = 1000;
        for (int i = 0; i < 60; i++) {
            report(400, kbps);
            long limitBps = guard.videoLimitBps();
            kbps = limitBps == LossGuard.NO_LIMIT ? 1000 : (int) (limitBps / 900);
        }
        assertThat(kbps)
                .as("without the rule the lowest limit of 30 kbit/s is reached")
                .isGreaterThan(100);
    }

    @Test
    void ofFewPacketsAShareSaysNothing() {
        nowNs += SECOND;
        sentBytes += 125_000;
        packets += 49;
        lost += 40;
        loss.onReport(block(800), packets, packets, packets * PACKET_BYTES);
        guard.onReport(loss);
        guard.onReports(sentBytes, 0, ROUND_TRIP_NS, nowNs);
        assertThat(guard.videoLimitBps()).isEqualTo(LossGuard.NO_LIMIT);
        packets += 1;
        lost += 1;
        loss.onReport(block(800), packets, packets, packets * PACKET_BYTES);
        guard.onReport(loss);
        guard.onReports(sentBytes, 0, ROUND_TRIP_NS, nowNs);
        assertThat(guard.videoLimitBps()).as("they are counted on").isPositive();
    }

    @Test
    void aWindowOfTwelveSecondsWithNextToNothingBeginsAgain() {
        packets += 49;
        lost += 40;
        loss.onReport(block(800), packets, packets, packets * PACKET_BYTES);
        guard.onReport(loss);
        nowNs += 12 * SECOND;
        guard.onReports(sentBytes, 0, ROUND_TRIP_NS, nowNs);
        report(0, 1000);
        assertThat(guard.videoLimitBps()).as("the 40 of 49 are forgotten").isEqualTo(LossGuard.NO_LIMIT);
        report(310, 1000);
        assertThat(guard.videoLimitBps()).isNotEqualTo(LossGuard.NO_LIMIT);
    }
}

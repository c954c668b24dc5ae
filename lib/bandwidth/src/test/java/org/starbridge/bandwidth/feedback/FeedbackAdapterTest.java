package org.starbridge.bandwidth.feedback;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class FeedbackAdapterTest {
    private static final long MS = 1_000_000L;

    private final SendHistory history = new SendHistory();
    private final RoundTripTime rtt = new RoundTripTime();
    private final FeedbackAdapter adapter = new FeedbackAdapter(history, rtt);
    private final FeedbackReport report = new FeedbackReport();
    private final PacketResults results = new PacketResults();

    @Test
    void receivedPacketsComeInTheOrderOfArrival() {
        history.add(0, 100, 0);
        history.add(MS, 200, 7);
        report.begin(0);
        report.addReceived(1, 12);
        report.addReceived(2, 8);
        adapter.onFeedback(50 * MS, report, results);
        assertThat(results.count()).isEqualTo(2);
        assertThat(results.sizeBytes(0)).isEqualTo(200);
        assertThat(results.probeId(0)).isEqualTo(7);
        assertThat(results.arrivalNs(0)).isEqualTo(2 * MS);
        assertThat(results.sendTimeNs(1)).isZero();
    }

    @Test
    void aLossIsTakenBackWhenThePacketArrives() {
        history.add(0, 100, 0);
        report.begin(0);
        report.addMissing(1);
        adapter.onFeedback(MS, report, results);
        assertThat(results.lostCount()).isEqualTo(1);
        assertThat(results.lostBytes()).isEqualTo(100);
        report.begin(0);
        report.addReceived(1, 4);
        adapter.onFeedback(2 * MS, report, results);
        assertThat(results.wasLost(0)).isTrue();
        assertThat(adapter.recovered()).isEqualTo(1);
    }

    @Test
    void whatNoFeedbackCoversIsNotLost() {
        history.add(0, 100, 0);
        history.add(0, 100, 0);
        report.begin(0);
        report.addReceived(2, 4);
        adapter.onFeedback(MS, report, results);
        assertThat(results.lostCount()).isZero();
    }

    @Test
    void aPacketThatWasNotSentIsNotLost() {
        history.markNotSent(history.add(0, 100, 0));
        report.begin(0);
        report.addMissing(1);
        adapter.onFeedback(MS, report, results);
        assertThat(results.isEmpty()).isTrue();
        assertThat(history.sentBytes()).isZero();
    }

    @Test
    void repeatedAndUnknownStatusesAreCounted() {
        history.add(0, 100, 0);
        for (int i = 0; i < 2; i++) {
            report.begin(0);
            report.addReceived(1, 4);
            report.addReceived(2, 4);
            adapter.onFeedback(MS, report, results);
        }
        assertThat(adapter.duplicates()).isEqualTo(1);
        assertThat(adapter.unmatched()).isEqualTo(2);
    }

    @Test
    void sequenceNumbersWrap() {
        for (int i = 1; i <= 0x1_0005; i++) {
            history.add(i * 16L, 100, 0);
        }
        report.begin(0);
        report.addReceived(0xFFFF, 1);
        report.addReceived(0, 2);
        report.addReceived(5, 3);
        adapter.onFeedback(MS, report, results);
        assertThat(results.count()).isEqualTo(3);
        assertThat(results.sendTimeNs(0)).isEqualTo(0xFFFF * 16);
        assertThat(results.sendTimeNs(1)).isEqualTo(0x1_0000 * 16);
        assertThat(adapter.highestAcked()).isEqualTo(0x1_0005);
    }

    @Test
    void referenceTimesWrap() {
        history.add(0, 100, 0);
        history.add(64 * MS, 100, 0);
        report.begin(0x7F_FFFF);
        report.addReceived(1, 0x7F_FFFFL * 256);
        adapter.onFeedback(100 * MS, report, results);
        long firstNs = results.arrivalNs(0);
        report.begin(-0x80_0000);
        report.addReceived(2, -0x80_0000L * 256);
        adapter.onFeedback(200 * MS, report, results);
        assertThat(results.arrivalNs(0) - firstNs).isEqualTo(64 * MS);
    }

    @Test
    void theWaitForTheFeedbackIsNoPartOfTheRoundTrip() {
        history.add(0, 100, 0);
        history.add(80 * MS, 100, 0);
        report.begin(0);
        report.addReceived(1, 1000);
        report.addReceived(2, 1000 + 4 * 80);
        adapter.onFeedback(140 * MS, report, results);
        assertThat(rtt.propagationNs()).isEqualTo(60 * MS);
    }

    @Test
    void theHistoryGrowsToTwoSecondsAndThenForgets() {
        for (int i = 0; i < 4000; i++) {
            history.add(i * MS, 100, 0);
        }
        assertThat(history.nextNumber() - history.oldestNumber()).isBetween(2000L, 4000L);
        assertThat(history.sendTimeNs(4000)).isEqualTo(3999 * MS);
    }

    @Test
    void aRunHasTheTimeOfItsSystemCall() {
        long first = history.add(0, 100, 0);
        history.add(0, 100, 0);
        history.setSendTime(first, 2, 3 * MS);
        assertThat(history.sendTimeNs(2)).isEqualTo(3 * MS);
        assertThat(history.lastSentAtNs()).isEqualTo(3 * MS);
    }
}

package org.starbridge.bandwidth.feedback;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What was sent, and what is known of it, against a list. */
class SendHistoryTest {
    private static final long MS = 1_000_000L;
    private static final long SECOND = 1_000_000_000L;
    /** Times are kept in units of so many ns. */
    private static final long UNIT = 16;

    private final SendHistory history = new SendHistory();

    private static final class Packet {
        long sentNs;
        int size;
        int probe;
        boolean isAcked;
        boolean isLost;
        boolean isTakenBack;
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5})
    void itIsAListOfTheLastPackets(long seed) {
        Random random = new Random(seed);
        List<Packet> model = new ArrayList<>();
        long nowNs = 0;
        long bytes = 0;
        for (int step = 0; step < 30_000; step++) {
            nowNs += UNIT * random.nextInt(seed < 3 ? 1 << 18 : 1 << 15);
            String where = "seed " + seed + ", step " + step;
            Packet sent = new Packet();
            sent.sentNs = nowNs;
            sent.size = random.nextInt(65_536);
            sent.probe = random.nextInt(4) == 0 ? random.nextInt(256) : 0;
            bytes += sent.size;
            long number = history.add(nowNs, sent.size, sent.probe);
            assertThat(number).as(where).isEqualTo(step + 1);
            model.add(sent);
            long any = Math.max(1, number - random.nextInt(3000));
            assertThat(history.contains(any)).as(where).isEqualTo(any >= history.oldestNumber());
            if (!history.contains(any)) {
                continue;
            }
            Packet packet = model.get((int) any - 1);
            switch (random.nextInt(4)) {
                case 0 -> {
                    assertThat(history.acknowledge(any)).as(where).isEqualTo(!packet.isAcked && !packet.isTakenBack);
                    packet.isLost &= packet.isTakenBack;
                    packet.isAcked |= !packet.isTakenBack;
                }
                case 1 -> {
                    boolean isNews = !packet.isAcked && !packet.isLost && !packet.isTakenBack;
                    assertThat(history.lose(any)).as(where).isEqualTo(isNews);
                    packet.isLost |= isNews;
                }
                case 2 -> {
                    history.markNotSent(any);
                    if (!packet.isAcked && !packet.isLost && !packet.isTakenBack) {
                        packet.isTakenBack = true;
                        bytes -= packet.size;
                    }
                }
                default -> {
                    history.setSendTime(any, 1, nowNs - UNIT);
                    packet.sentNs = nowNs - UNIT;
                }
            }
            assertThat(history.sendTimeNs(any)).as(where).isEqualTo(packet.sentNs);
            assertThat(history.sizeBytes(any)).as(where).isEqualTo(packet.size);
            assertThat(history.probeId(any)).as(where).isEqualTo(packet.probe);
            assertThat(history.isLost(any)).as(where).isEqualTo(packet.isLost);
            assertThat(history.sentBytes()).as(where).isEqualTo(bytes);
            assertThat(history.lastSentAtNs()).as(where).isEqualTo(nowNs);
        }
    }

    @Test
    void itKeepsTwoSecondsWithinItsBounds() {
        for (int i = 0; i < 256; i++) {
            history.add(0, 1, 0);
        }
        assertThat(history.oldestNumber()).isEqualTo(1);
        history.add(2 * SECOND - 1, 1, 0);
        assertThat(history.oldestNumber()).as("it has grown").isEqualTo(1);
        for (int i = 257; i < 512; i++) {
            history.add(2 * SECOND, 1, 0);
        }
        assertThat(history.oldestNumber()).isEqualTo(1);
        history.add(2 * SECOND, 1, 0);
        assertThat(history.oldestNumber()).as("2 s are enough").isEqualTo(2);
        for (int i = 0; i < 20_000; i++) {
            history.add(2 * SECOND, 1, 0);
        }
        assertThat(history.nextNumber() - history.oldestNumber()).isEqualTo(8192);
        assertThat(history.contains(history.oldestNumber() - 1)).isFalse();
        assertThat(history.contains(history.nextNumber())).isFalse();
    }

    @ParameterizedTest
    @ValueSource(longs = {0, -123_456_789_012L, 7_777_777_777_777L, Long.MAX_VALUE >> 4})
    void timesAreRightHoweverSlowlyPacketsAreSent(long startNs) {
        Random random = new Random(startNs);
        List<Long> sentNs = new ArrayList<>(List.of(0L));
        long nowNs = startNs;
        for (int i = 0; i < 2000; i++) {
            nowNs += (long) (random.nextDouble() * random.nextDouble() * (i % 50 == 0 ? 200 : 1) * SECOND);
            sentNs.add(nowNs);
            long newest = history.add(nowNs, 1, 0);
            for (long number = history.oldestNumber(); number <= newest; number++) {
                assertThat(history.sendTimeNs(number)).isEqualTo(sentNs.get((int) number) & -UNIT);
            }
            assertThat(nowNs - history.sendTimeNs(history.oldestNumber()))
                    .as("packets of long ago are forgotten")
                    .isLessThanOrEqualTo(30 * SECOND);
        }
    }

    @Test
    void theRingIsSmallAgainAfterABurst() {
        for (int i = 0; i < 2000; i++) {
            history.add(i * MS, 1, 0);
        }
        assertThat(history.slots()).isEqualTo(2048);
        for (int i = 0; i < 200; i++) {
            history.add(2 * SECOND + i * 100L * MS, 7, 0);
            long newest = history.nextNumber() - 1;
            assertThat(newest - history.oldestNumber()).as("2 s are kept").isGreaterThanOrEqualTo(20);
            assertThat(history.sendTimeNs(newest)).isEqualTo(2 * SECOND + i * 100L * MS);
            assertThat(history.sizeBytes(newest - Math.min(i, 19))).isEqualTo(7);
        }
        assertThat(history.slots()).isEqualTo(256);
    }

    @Test
    void aRunOfWhichTheFirstPacketsAreForgottenHasItsTime() {
        assertThat(history.lastSentAtNs()).isEqualTo(Long.MIN_VALUE);
        history.add(5 * UNIT, 100, 0);
        history.add(5 * UNIT, 100, 0);
        history.add(5 * UNIT, 100, 0);
        history.setSendTime(2, 5, 9 * UNIT);
        history.setSendTime(0, 1, 7 * UNIT);
        assertThat(List.of(history.sendTimeNs(1), history.sendTimeNs(2), history.sendTimeNs(3)))
                .containsExactly(5 * UNIT, 9 * UNIT, 9 * UNIT);
        assertThat(history.lastSentAtNs()).isEqualTo(9 * UNIT);
        history.markNotSent(9);
        assertThat(history.sentBytes()).isEqualTo(300);
    }

    @ParameterizedTest
    @CsvSource({"1", "127", "128", "129", "1000", "65536", "70000"})
    void resultsOfAnyNumberAreSortedByArrival(int count) {
        PacketResults results = new PacketResults();
        Random random = new Random(count);
        results.clear();
        assertThat(results.isEmpty()).isTrue();
        List<long[]> model = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            long arrival = random.nextLong(count) - count / 2;
            results.addReceived(1000L - i, arrival, i % 2000, i % 256, i % 3 == 0);
            if (i < 65_536) {
                model.add(new long[] {arrival, i});
            }
        }
        model.sort(
                (one, other) -> one[0] != other[0] ? Long.compare(one[0], other[0]) : Long.compare(one[1], other[1]));
        results.sortByArrival();
        assertThat(results.isEmpty()).isFalse();
        assertThat(results.count()).isEqualTo(model.size());
        assertThat(results.firstSendTimeNs()).isEqualTo(1001 - model.size());
        assertThat(results.lastSendTimeNs()).isEqualTo(1000);
        for (int i = 0; i < model.size(); i += 1 + model.size() / 500) {
            int at = (int) model.get(i)[1];
            assertThat(results.arrivalNs(i)).isEqualTo(model.get(i)[0] * 250_000);
            assertThat(results.sendTimeNs(i)).isEqualTo(1000 - at);
            assertThat(results.sizeBytes(i)).isEqualTo(at % 2000);
            assertThat(results.probeId(i)).isEqualTo(at % 256);
            assertThat(results.wasLost(i)).isEqualTo(at % 3 == 0);
        }
        results.addLost(2000, 70);
        results.addLost(-2000 - 70_000, 80);
        assertThat(results.lostCount()).isEqualTo(2);
        assertThat(results.lostBytes()).isEqualTo(150);
        assertThat(results.lastSendTimeNs()).isEqualTo(2000);
        assertThat(results.firstSendTimeNs()).isEqualTo(-72_000);
        results.clear();
        assertThat(results.isEmpty()).isTrue();
        assertThat(results.lostCount()).isZero();
        results.addLost(1, 1);
        assertThat(results.isEmpty()).isFalse();
    }

    @Test
    void aReportOfAnyLengthKeepsItsOrder() {
        FeedbackReport report = new FeedbackReport();
        for (int count : new int[] {1, 128, 129, 1000}) {
            report.begin(count);
            for (int i = 0; i < count; i++) {
                if (i % 3 == 0) {
                    report.addMissing(i + 0x1_0000);
                } else {
                    report.addReceived(i - 0x1_0000, i * 5L);
                }
            }
            assertThat(report.count()).isEqualTo(count);
            assertThat(report.referenceTime()).isEqualTo(count);
            for (int i = 0; i < count; i++) {
                assertThat(report.number(i)).isEqualTo(i);
                assertThat(report.isReceived(i)).isEqualTo(i % 3 != 0);
                if (i % 3 != 0) {
                    assertThat(report.arrivalTicks(i)).isEqualTo(i * 5L);
                }
            }
        }
    }

    private static PacketResults arrived(long... sentMsAndArrivalMs) {
        PacketResults results = new PacketResults();
        results.clear();
        for (int i = 0; i < sentMsAndArrivalMs.length; i += 2) {
            results.addReceived(sentMsAndArrivalMs[i] * MS, sentMsAndArrivalMs[i + 1] * 4, 1, 0, false);
        }
        results.sortByArrival();
        return results;
    }

    @Test
    void theRoundTripIsTheShortestOfAFeedback() {
        RoundTripTime rtt = new RoundTripTime();
        assertThat(rtt.propagationNs()).isEqualTo(200 * MS);
        assertThat(rtt.smoothedNs()).isEqualTo(200 * MS);
        rtt.onReport(90 * MS);
        assertThat(rtt.propagationNs()).isEqualTo(90 * MS);
        assertThat(rtt.smoothedNs()).isEqualTo(90 * MS);
        rtt.onReport(-1);
        assertThat(rtt.smoothedNs()).isZero();
        rtt.onReport(99 * SECOND);
        assertThat(rtt.smoothedNs()).isEqualTo(10 * SECOND);
        rtt.onFeedback(100 * MS, arrived());
        assertThat(rtt.propagationNs()).as("an empty one says nothing").isEqualTo(10 * SECOND);
        rtt.onFeedback(100 * MS, arrived(0, 7000, 10, 7020, 20, 7060)); // round trips of 40, 50 and 80
        assertThat(rtt.propagationNs()).isEqualTo(40 * MS);
        assertThat(rtt.smoothedNs()).isEqualTo(40 * MS);
        rtt.onFeedback(280 * MS, arrived(100, 8000));
        assertThat(rtt.propagationNs()).isEqualTo(180 * MS);
        assertThat(rtt.smoothedNs()).as("an eighth of it").isEqualTo(40 * MS + 140 * MS / 8);
        rtt.onFeedback(0, arrived(100, 8000));
        assertThat(rtt.propagationNs()).as("sent after it arrived").isZero();
        rtt.onFeedback(100 * SECOND, arrived(0, 8000));
        assertThat(rtt.propagationNs()).isEqualTo(10 * SECOND);
    }

    @Test
    void theIntervalOfFeedbackIsSmoothed() {
        FeedbackSilence silence = new FeedbackSilence();
        assertThat(silence.intervalNs()).isEqualTo(100 * MS);
        assertThat(silence.lastFeedbackAtNs()).isEqualTo(Long.MIN_VALUE);
        silence.onFeedback(5 * SECOND);
        assertThat(silence.intervalNs()).isEqualTo(100 * MS);
        silence.onFeedback(5 * SECOND + 200 * MS);
        assertThat(silence.intervalNs()).isEqualTo(110 * MS);
        silence.onFeedback(60 * SECOND);
        assertThat(silence.intervalNs()).as("a pause is a second at most").isEqualTo(199 * MS);
        assertThat(silence.lastFeedbackAtNs()).isEqualTo(60 * SECOND);
        silence.onSent(61 * SECOND);
        assertThat(silence.durationNs(60 * SECOND)).as("a clock that goes back").isZero();
        silence.restart(70 * SECOND);
        assertThat(silence.durationNs(71 * SECOND)).isEqualTo(SECOND);
        silence.onFeedback(72 * SECOND);
        silence.restart(73 * SECOND);
        assertThat(silence.durationNs(80 * SECOND)).as("nothing was sent").isZero();
    }

    @ParameterizedTest
    @CsvSource({
        // s between two reports, s after the second, whether it still limits
        "1, 5, true",
        "1, 5.001, false",
        "3, 6, true",
        "3, 6.001, false",
        "9, 10, true",
        "9, 10.001, false",
    })
    void aLimitHoldsForTwiceTheTimeBetweenReports(int apartS, double afterS, boolean holds) {
        ReceiverLimit limit = new ReceiverLimit();
        limit.onReport(SECOND, 1);
        limit.onReport(SECOND + apartS * SECOND, 300_000);
        long nowNs = SECOND + apartS * SECOND + (long) (afterS * SECOND);
        assertThat(limit.bps(nowNs)).isEqualTo(holds ? 300_000 : Long.MAX_VALUE);
        limit.onReport(nowNs, -5);
        assertThat(limit.bps(nowNs)).isZero();
    }
}

package org.starbridge.rtp.reception;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.starbridge.rtp.memory.Slab;
import org.starbridge.rtp.rtcp.RtcpView;
import org.starbridge.rtp.rtcp.TransportFeedback;

class TransportFeedbackRegisterTest {
    private static final long MS = 1_000_000L;

    private final TransportFeedbackRegister register = new TransportFeedbackRegister();
    private final Slab slab = Slab.allocate(1200);
    private final RtcpView rtcp = new RtcpView();
    private final TransportFeedback feedback = new TransportFeedback();
    private int feedbackCount;

    @AfterEach
    void free() {
        slab.close();
    }

    /** Writes until there is nothing left; returns "number:ticks" or "number:-" for each status in order. */
    private List<String> drain(int capacityBytes, long nowNs) {
        List<String> statuses = new ArrayList<>();
        int length = register.write(slab.address(), capacityBytes, 1, 2, nowNs);
        while (length > 0) {
            assertThat(length).isLessThanOrEqualTo(capacityBytes);
            assertThat(rtcp.wrap(slab.address(), length)).isNull();
            assertThat(rtcp.next()).isTrue();
            assertThat(feedback.wrap(rtcp)).isNull();
            assertThat(feedback.senderSsrc()).isEqualTo(1);
            assertThat(feedback.mediaSsrc()).isEqualTo(2);
            assertThat(feedback.feedbackCount()).isEqualTo(feedbackCount++ & 0xFF);
            while (feedback.next()) {
                String ticks = feedback.isReceived() ? Long.toString(feedback.arrivalTicks()) : "-";
                statuses.add(feedback.sequenceNumber() + ":" + ticks);
            }
            length = register.write(slab.address(), capacityBytes, 1, 2, nowNs);
        }
        return statuses;
    }

    @Test
    void reportsArrivalsAndGapsOnce() {
        register.onPacket(0xFFFE, 10 * MS);
        register.onPacket(1, 12 * MS);
        register.onPacket(0xFFFF, 11 * MS);
        assertThat(drain(1200, 100 * MS)).containsExactly("65534:40", "65535:44", "0:-", "1:48");
        assertThat(drain(1200, 200 * MS)).isEmpty();
        register.onPacket(3, 210 * MS);
        assertThat(drain(1200, 300 * MS)).containsExactly("2:-", "3:840");
    }

    @Test
    void aLatePacketIsReportedWithWhatFollowsIt() {
        register.onPacket(5, 1 * MS);
        register.onPacket(7, 2 * MS);
        assertThat(drain(1200, 3 * MS)).containsExactly("5:4", "6:-", "7:8");
        register.onPacket(6, 4 * MS);
        assertThat(drain(1200, 5 * MS)).containsExactly("6:16", "7:8");
    }

    @Test
    void aDuplicateKeepsItsFirstArrival() {
        register.onPacket(5, 1 * MS);
        register.onPacket(5, 50 * MS);
        assertThat(drain(1200, 60 * MS)).containsExactly("5:4");
        register.onPacket(5, 70 * MS);
        assertThat(register.nextDeadlineNs()).isEqualTo(Long.MAX_VALUE);
        assertThat(drain(1200, 80 * MS)).isEmpty();
    }

    @Test
    void splitsWhereADeltaDoesNotFit() {
        register.onPacket(5, 0);
        register.onPacket(6, 8_191 * MS + 750_000);
        register.onPacket(8, 16_384 * MS);
        register.onPacket(9, 1 * MS);
        assertThat(register.write(slab.address(), 1200, 1, 2, 0)).isPositive();
        assertThat(rtcp.wrap(slab.address(), 28)).isNull();
        assertThat(rtcp.next()).isTrue();
        assertThat(feedback.wrap(rtcp)).isNull();
        assertThat(feedback.statusCount()).as("5, 6 and the gap").isEqualTo(3);
        feedbackCount = 1;
        assertThat(drain(1200, 0)).containsExactly("8:65536", "9:4");
        assertThat(feedbackCount).as("8 and 9 in a feedback each").isEqualTo(3);
    }

    @Test
    void aHugeGapIsReportedAsFarAsTheWindowGoes() {
        register.onPacket(0, 0);
        register.onPacket(30_000, 1 * MS);
        List<String> statuses = drain(1200, 2 * MS);
        assertThat(statuses).hasSize(TransportFeedbackRegister.WINDOW).last().isEqualTo("30000:4");
        assertThat(statuses.subList(0, statuses.size() - 1)).allMatch(status -> status.endsWith(":-"));
    }

    @Test
    void ignoresStragglersAndFollowsARestart() {
        register.onPacket(40_000, 0);
        assertThat(drain(1200, 1 * MS)).containsExactly("40000:0");
        register.onPacket(39_000, 2 * MS);
        assertThat(drain(1200, 3 * MS)).isEmpty();
        for (int i = 0; i < TransportFeedbackRegister.RESTART_RUN; i++) {
            register.onPacket(20_000 + i, 4 * MS);
        }
        assertThat(drain(1200, 5 * MS)).containsExactly("20015:16");
        register.onPacket(20_016, 8 * MS);
        assertThat(drain(1200, 9 * MS)).containsExactly("20016:32");
    }

    @Test
    void asksToBeCalledOnlyWhileThereIsSomethingToReport() {
        assertThat(register.nextDeadlineNs()).isEqualTo(Long.MAX_VALUE);
        register.onPacket(1, 5 * MS);
        assertThat(register.nextDeadlineNs()).isEqualTo(105 * MS);
        register.onPacket(2, 50 * MS);
        assertThat(register.nextDeadlineNs()).isEqualTo(105 * MS);
        drain(1200, 106 * MS);
        assertThat(register.nextDeadlineNs()).isEqualTo(Long.MAX_VALUE);
        register.onPacket(3, 116 * MS);
        assertThat(register.nextDeadlineNs()).as("steady period").isEqualTo(206 * MS);
        drain(1200, 206 * MS);
        register.onPacket(4, 1000 * MS);
        assertThat(register.nextDeadlineNs()).as("after a pause").isEqualTo(1100 * MS);
        assertThatThrownBy(() -> new TransportFeedbackRegister(0)).hasMessageContaining("0 ns");
    }

    @Test
    void writesNothingWhereNothingFits() {
        register.onPacket(1, 5 * MS);
        assertThat(register.write(slab.address(), 27, 1, 2, 6 * MS)).isZero();
        assertThat(drain(28, 6 * MS)).containsExactly("1:20");
    }

    /** The last word about each packet must be the truth, and every packet up to the highest must get one. */
    @Test
    void tellsTheTruthUnderLossReorderingDuplicationAndWrap() {
        for (long seed = 0; seed < 200; seed++) {
            Random random = new Random(seed);
            String as = "seed " + seed;
            TransportFeedbackRegister tested = new TransportFeedbackRegister();
            int capacity = 28 + random.nextInt(1172);
            int lossPercent = random.nextInt(60);
            long spreadNs = random.nextInt(40) * MS;
            long firstSeq = 65_536L + random.nextInt(65_536);
            long startNs = random.nextLong(1L << 50);
            TreeMap<Long, List<Long>> arrivals = new TreeMap<>();
            long sentNs = startNs;
            int packets = 4000;
            for (long i = 0; i < packets; i++) {
                sentNs += random.nextInt(1000) == 0 ? 9_000 * MS : random.nextInt(2_000_000);
                int copies = i == 0 ? 1 : random.nextInt(100) < lossPercent ? 0 : random.nextInt(20) == 0 ? 2 : 1;
                for (int c = 0; c < copies; c++) {
                    long jitter = i == 0 || spreadNs == 0 ? 0 : random.nextLong(spreadNs);
                    arrivals.computeIfAbsent(sentNs + jitter, _ -> new ArrayList<>())
                            .add(firstSeq + i);
                }
            }
            Map<Integer, Long> truth = new HashMap<>();
            Map<Integer, Long> told = new HashMap<>();
            long highest = firstSeq;
            for (Map.Entry<Long, List<Long>> arrival : arrivals.entrySet()) {
                long nowNs = arrival.getKey();
                if (nowNs >= tested.nextDeadlineNs()) {
                    collect(tested, capacity, nowNs, told, as);
                }
                for (long seq : arrival.getValue()) {
                    tested.onPacket((int) seq & 0xFFFF, nowNs);
                    truth.putIfAbsent((int) seq & 0xFFFF, Math.floorDiv(nowNs, 250_000L) & 0xFFFF_FFFFL);
                    highest = Math.max(highest, seq);
                }
            }
            collect(tested, capacity, 0, told, as);
            assertThat(tested.nextDeadlineNs()).as(as).isEqualTo(Long.MAX_VALUE);
            for (long seq = firstSeq; seq <= highest; seq++) {
                truth.putIfAbsent((int) seq & 0xFFFF, null);
            }
            assertThat(told).as(as).isEqualTo(truth);
        }
    }

    private void collect(
            TransportFeedbackRegister tested, int capacityBytes, long nowNs, Map<Integer, Long> told, String as) {
        int length = tested.write(slab.address(), capacityBytes, 1, 2, nowNs);
        while (length > 0) {
            assertThat(rtcp.wrap(slab.address(), length)).as(as).isNull();
            assertThat(rtcp.next()).as(as).isTrue();
            assertThat(feedback.wrap(rtcp)).as(as).isNull();
            while (feedback.next()) {
                told.put(
                        feedback.sequenceNumber(),
                        feedback.isReceived() ? (Long) (feedback.arrivalTicks() & 0xFFFF_FFFFL) : null);
            }
            length = tested.write(slab.address(), capacityBytes, 1, 2, nowNs);
        }
    }

    @Test
    void staysBoundedWhateverTheNumbersAre() {
        Random random = new Random(0x5EED3);
        long nowNs = 0;
        int base = 0;
        for (int i = 0; i < 200_000; i++) {
            nowNs += random.nextInt(1_000_000);
            base = random.nextInt(100) == 0 ? random.nextInt(65_536) : base + 1;
            register.onPacket(base & 0xFFFF, random.nextInt(50) == 0 ? random.nextLong() : nowNs);
            if (random.nextInt(500) == 0) {
                int calls = 0;
                while (register.write(slab.address(), 1200, 1, 2, nowNs) > 0) {
                    assertThat(++calls).isLessThan(TransportFeedbackRegister.WINDOW + 1);
                }
            }
        }
    }
}

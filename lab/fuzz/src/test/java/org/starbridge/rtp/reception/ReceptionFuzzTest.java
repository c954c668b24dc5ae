package org.starbridge.rtp.reception;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.FuzzTest;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.starbridge.fuzz.Input;
import org.starbridge.rtp.memory.Slab;
import org.starbridge.rtp.rtcp.RtcpView;
import org.starbridge.rtp.rtcp.TransportFeedback;

/** What a receiver keeps of what arrives, against plain sets that keep everything. */
final class ReceptionFuzzTest {
    private static final int MAX_OPERATIONS = 2000;

    /** The reference time of a feedback has 24 bits of 256 ticks. */
    private static final long ARRIVAL_MASK = (1L << 32) - 1;

    /** Packets in any order, reports in between: what is counted is what came. */
    @FuzzTest
    void register(byte[] data) {
        Input in = new Input(data);
        ReceptionRegister register = new ReceptionRegister(7);
        Set<Long> seen = new HashSet<>();
        long base = 0;
        long extSeq = in.u16();
        long highest = 0;
        long received = 0;
        long nowNs = in.i64() >> 8;
        try (Slab block = Slab.allocate(24)) {
            for (int i = 0; i < MAX_OPERATIONS && in.hasMore(); i++) {
                nowNs += in.u16() * 1000L;
                switch (in.below(8)) {
                    case 0 -> register.writeReportBlock(block.address(), nowNs);
                    case 1 -> register.onSenderReport(in.i64(), nowNs);
                    default -> {
                        extSeq = Math.max(0, extSeq + (in.flag() ? (byte) in.u8() : (short) in.u16()));
                        int clockRate = in.flag() ? 90_000 : 1 + in.u16();
                        register.onPacket(extSeq, in.i32(), nowNs, clockRate);
                        if (received == 0) {
                            base = extSeq;
                            highest = extSeq;
                        }
                        if (extSeq >= base) {
                            received++;
                            seen.add(extSeq);
                            highest = Math.max(highest, extSeq);
                        }
                    }
                }
                assertThat(register.received()).isEqualTo(received);
                assertThat(register.expected()).isEqualTo(received == 0 ? 0 : highest - base + 1);
                assertThat(register.jitter()).isNotNegative();
                long repeated = received - seen.size();
                assertThat(register.duplicates()).isBetween(0L, repeated);
                // A duplicate from behind the window counts as a packet that arrived, as RFC 3550 has it.
                assertThat(register.lost())
                        .isEqualTo(register.expected() - seen.size() - (repeated - register.duplicates()));
            }
        }
    }

    /** Packets in any order, feedback in any capacity: what is reported as received came, and at that time. */
    @FuzzTest
    void transportFeedback(byte[] data) {
        Input in = new Input(data);
        TransportFeedbackRegister register = new TransportFeedbackRegister();
        Map<Integer, Set<Long>> arrivals = new HashMap<>();
        long nowNs = in.i32() * 1_000_000L;
        int sequenceNumber = in.u16();
        try (Slab slab = Slab.allocate(1500)) {
            for (int i = 0; i < MAX_OPERATIONS && in.hasMore(); i++) {
                nowNs += in.u8() * 100_000L;
                int operation = in.below(8);
                if (operation == 7) {
                    int capacityBytes = in.flag() ? 1500 : in.below(1500);
                    drain(register, slab.address(), capacityBytes, nowNs, arrivals);
                    assertThat(register.nextDeadlineNs() == Long.MAX_VALUE || capacityBytes < 28)
                            .isTrue();
                } else {
                    sequenceNumber = (sequenceNumber + (in.flag() ? (byte) in.u8() : (short) in.u16())) & 0xFFFF;
                    long arrivalNs = nowNs - (operation == 0 ? in.u16() * 100_000L : 0);
                    register.onPacket(sequenceNumber, arrivalNs);
                    arrivals.computeIfAbsent(sequenceNumber, _ -> new HashSet<>())
                            .add(Math.floorDiv(arrivalNs, TransportFeedback.TICK_NS) & ARRIVAL_MASK);
                }
            }
        }
    }

    private static void drain(
            TransportFeedbackRegister register,
            long address,
            int capacityBytes,
            long nowNs,
            Map<Integer, Set<Long>> arrivals) {
        int next = -1;
        int rounds = 0;
        int length = register.write(address, capacityBytes, 1, 2, nowNs);
        while (length > 0) {
            assertThat(length).isLessThanOrEqualTo(capacityBytes);
            assertThat(++rounds)
                    .as("feedbacks until all is said")
                    .isLessThanOrEqualTo(TransportFeedbackRegister.WINDOW);
            RtcpView view = new RtcpView();
            assertThat(view.wrap(address, length)).isNull();
            assertThat(view.next()).isTrue();
            TransportFeedback feedback = new TransportFeedback();
            assertThat(feedback.wrap(view)).isNull();
            if (next >= 0) {
                assertThat(feedback.baseSequenceNumber())
                        .as("goes on where the one before ended")
                        .isEqualTo(next);
            }
            while (feedback.next()) {
                if (feedback.isReceived()) {
                    assertThat(arrivals.getOrDefault(feedback.sequenceNumber(), Set.of()))
                            .as("arrivals of " + feedback.sequenceNumber())
                            .contains(feedback.arrivalTicks() & ARRIVAL_MASK);
                }
            }
            next = (feedback.baseSequenceNumber() + feedback.statusCount()) & 0xFFFF;
            length = register.write(address, capacityBytes, 1, 2, nowNs);
        }
    }
}

package org.starbridge.bandwidth.simulation;

import java.util.TreeMap;
import org.starbridge.bandwidth.feedback.FeedbackReport;

/**
 * The receiver's side: notes arrivals and builds a transport-wide feedback of them each 100 ms. Its clock has another
 * zero.
 */
final class FeedbackSender {
    private static final int FEEDBACK_BYTES = 68;

    private final VirtualTime time;
    private final TreeMap<Long, Long> arrivals = new TreeMap<>();
    private final long clockOffsetNs;
    private long nextNumber = 1;

    /** A feedback on its way: what the sender's report will be filled with. */
    static final class Feedback {
        private final long firstNumber;
        private final long[] arrivalsNs;

        private Feedback(long firstNumber, long[] arrivalsNs) {
            this.firstNumber = firstNumber;
            this.arrivalsNs = arrivalsNs;
        }

        void fill(FeedbackReport report) {
            long firstTicks = 0;
            for (long arrivalNs : arrivalsNs) {
                if (arrivalNs >= 0 && firstTicks == 0) {
                    firstTicks = arrivalNs / FeedbackReport.TICK_NS;
                }
            }
            long reference = firstTicks / 256;
            int wrapped = (int) reference << 8 >> 8;
            report.begin(wrapped);
            for (int i = 0; i < arrivalsNs.length; i++) {
                int number = (int) (firstNumber + i) & 0xFFFF;
                if (arrivalsNs[i] < 0) {
                    report.addMissing(number);
                } else {
                    report.addReceived(number, arrivalsNs[i] / FeedbackReport.TICK_NS - (reference - wrapped) * 256);
                }
            }
        }
    }

    FeedbackSender(VirtualTime time, long clockOffsetNs) {
        this.time = time;
        this.clockOffsetNs = clockOffsetNs;
    }

    void onPacket(long number) {
        arrivals.put(number, time.nowNs() + clockOffsetNs);
    }

    boolean hasNews() {
        return !arrivals.isEmpty() && arrivals.lastKey() >= nextNumber;
    }

    Feedback build() {
        long last = arrivals.lastKey();
        long[] times = new long[(int) (last - nextNumber + 1)];
        for (int i = 0; i < times.length; i++) {
            times[i] = arrivals.getOrDefault(nextNumber + i, -1L);
        }
        Feedback feedback = new Feedback(nextNumber, times);
        nextNumber = last + 1;
        arrivals.clear();
        return feedback;
    }

    static int sizeBytes() {
        return FEEDBACK_BYTES;
    }
}

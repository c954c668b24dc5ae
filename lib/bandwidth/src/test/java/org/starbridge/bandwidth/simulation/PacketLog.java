package org.starbridge.bandwidth.simulation;

import org.starbridge.bandwidth.feedback.FeedbackReport;

/** Packets that a reference controller sent, and what a feedback says about each of them. */
final class PacketLog {
    private static final int CAPACITY = 1 << 14;

    private final long[] sentAtNs = new long[CAPACITY];
    private final int[] sizeBytes = new int[CAPACITY];
    private final boolean[] isSettled = new boolean[CAPACITY];
    private long next = 1;
    private long highest;
    private long inFlightBytes;

    /** Takes what a feedback says about a packet. */
    interface Verdict {
        /** It came. */
        void onReceived(long sentAtNs, long arrivalNs, int sizeBytes);

        /** It did not come. */
        void onLost(long sentAtNs, int sizeBytes);
    }

    long add(long nowNs, int bytes) {
        int slot = (int) (next % CAPACITY);
        sentAtNs[slot] = nowNs;
        sizeBytes[slot] = bytes;
        isSettled[slot] = false;
        inFlightBytes += bytes;
        return next++;
    }

    /** Goes through the packets of a feedback that no earlier one told of. */
    void settle(FeedbackReport report, Verdict verdict) {
        for (int i = 0; i < report.count(); i++) {
            long number = highest + (short) (report.number(i) - highest);
            int slot = (int) Math.floorMod(number, (long) CAPACITY);
            if (number < 1 || number >= next || isSettled[slot]) {
                continue;
            }
            isSettled[slot] = true;
            inFlightBytes -= sizeBytes[slot];
            // What lies between two reports is lost with the report between them.
            for (long gap = highest + 1; gap < number; gap++) {
                forget((int) (gap % CAPACITY));
            }
            highest = Math.max(highest, number);
            if (report.isReceived(i)) {
                verdict.onReceived(sentAtNs[slot], report.arrivalTicks(i) * FeedbackReport.TICK_NS, sizeBytes[slot]);
            } else {
                verdict.onLost(sentAtNs[slot], sizeBytes[slot]);
            }
        }
    }

    private void forget(int slot) {
        if (!isSettled[slot]) {
            isSettled[slot] = true;
            inFlightBytes -= sizeBytes[slot];
        }
    }

    long inFlightBytes() {
        return inFlightBytes;
    }
}

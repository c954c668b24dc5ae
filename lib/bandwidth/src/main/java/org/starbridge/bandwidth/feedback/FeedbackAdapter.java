package org.starbridge.bandwidth.feedback;

import org.starbridge.bandwidth.state.Fields;

/**
 * Matches feedback with the {@link SendHistory}. Sequence numbers are extended backwards from the last one sent,
 * reference times around the previous one (they wrap after 12.4 days). What a lost feedback would have covered stays
 * unknown, and is not a loss. A packet that a later feedback reports as received is taken back from the losses:
 * libwebrtc repeats statuses for 500 ms. Owned by one worker.
 */
public final class FeedbackAdapter {
    private static final int REFERENCE_BITS = 24;

    private final SendHistory history;
    private final RoundTripTime roundTripTime;
    private long highestAcked;
    private boolean hasReference;
    private int lastReference;
    private long referenceTicks;
    private long unmatched;
    private long duplicates;
    private long recovered;

    /** An adapter of the packets of {@code history}, which tells {@code roundTripTime} what it learns. */
    public FeedbackAdapter(SendHistory history, RoundTripTime roundTripTime) {
        this.history = history;
        this.roundTripTime = roundTripTime;
    }

    /** Fills {@code results} with the news of {@code report}, sorted by arrival. */
    public void onFeedback(long nowNs, FeedbackReport report, PacketResults results) {
        results.clear();
        long shiftTicks = unwrapReference(report.referenceTime());
        for (int i = 0; i < report.count(); i++) {
            long number = extend(report.number(i));
            if (!history.contains(number)) {
                unmatched++;
            } else if (report.isReceived(i)) {
                onReceived(number, report.arrivalTicks(i) + shiftTicks, results);
            } else if (history.lose(number)) {
                results.addLost(history.sendTimeNs(number), history.sizeBytes(number));
            }
        }
        results.sortByArrival();
        roundTripTime.onFeedback(nowNs, results);
    }

    private void onReceived(long number, long arrivalTicks, PacketResults results) {
        boolean wasLost = history.isLost(number);
        if (!history.acknowledge(number)) {
            duplicates++;
            return;
        }
        if (wasLost) {
            recovered++;
        }
        highestAcked = Math.max(highestAcked, number);
        results.addReceived(
                history.sendTimeNs(number), arrivalTicks, history.sizeBytes(number), history.probeId(number), wasLost);
    }

    /** The last number with these 16 bits that was given out: feedback is about the past. */
    private long extend(int number) {
        long newest = history.nextNumber() - 1;
        return newest - ((newest - number) & 0xFFFF);
    }

    /** Returns the value to add to arrival times of this report, so that they continue those of the reports before. */
    private long unwrapReference(int reference) {
        int shift = 32 - REFERENCE_BITS;
        if (hasReference) {
            int step = (reference - lastReference) << shift >> shift;
            referenceTicks += (long) step * FeedbackReport.TICKS_PER_REFERENCE;
        } else {
            hasReference = true;
            referenceTicks = (long) reference * FeedbackReport.TICKS_PER_REFERENCE;
        }
        lastReference = reference;
        return referenceTicks - (long) reference * FeedbackReport.TICKS_PER_REFERENCE;
    }

    /** The highest extended number that was acknowledged; 0 before the first. */
    public long highestAcked() {
        return highestAcked;
    }

    /** Statuses about packets that are not in the history: never sent, or too long ago. */
    public long unmatched() {
        return unmatched;
    }

    /** Packets reported as received more than once. */
    public long duplicates() {
        return duplicates;
    }

    /** Packets reported as received after they were reported as lost. */
    public long recovered() {
        return recovered;
    }

    /** Its fields. */
    public void state(Fields fields) {
        highestAcked = fields.i64(highestAcked);
        hasReference = fields.bool(hasReference);
        lastReference = fields.i32(lastReference);
        referenceTicks = fields.i64(referenceTicks);
        unmatched = fields.i64(unmatched);
        duplicates = fields.i64(duplicates);
        recovered = fields.i64(recovered);
    }
}

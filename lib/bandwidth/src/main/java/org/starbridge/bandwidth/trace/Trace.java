package org.starbridge.bandwidth.trace;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.starbridge.bandwidth.feedback.FeedbackReport;
import org.starbridge.bandwidth.feedback.SendHistory;

/**
 * The last inputs and estimates of one estimator as lines of text, at most {@code capacityBytes} of them. Lines have
 * the fields below, separated by commas; times are µs since the first line that the trace ever had.
 *
 * <pre>
 *   F,time,referenceTime,sent,statuses,target,reason,delay,loss,acknowledged        one for each feedback
 *   A,time,sent,wanted,allocated                                                     one for each allocation
 *   S,time,wanted,allocated,target,delay,capacity,loss,lastProbe,probedAgo,overusedAgo   first, and then at times
 *
 *   sent      first number, then for each packet since the line before time:size[:probe], separated by blanks;
 *             the time is since the packet before, that of the first since the time of the line (negative)
 *   statuses  first number, then for each packet - or its arrival in 250 µs since the one before (first: since
 *   reference)
 * </pre>
 *
 * An S line is the {@link EstimatorState}, with its durations in µs: a replay can begin there. Numbers of sent packets
 * are extended, those of statuses have 16 bits. REMB and limits are not recorded. Owned by one worker. It allocates
 * nothing except when the buffer grows.
 */
public final class Trace {
    private static final int FIRST_BYTES = 4096;
    private static final long UNSET = Long.MIN_VALUE;
    private static final long NS_PER_US = 1000;
    /** 10 s of the feedback of browsers. */
    private static final int STATE_INTERVAL = 100;

    private final int capacityBytes;
    private byte[] ring;
    private int start;
    private int length;
    private long zeroNs = UNSET;
    private long tracedTo;
    private int linesSinceState = STATE_INTERVAL;

    /** An empty trace, of 4 KB at least. */
    public Trace(int capacityBytes) {
        this.capacityBytes = Math.max(FIRST_BYTES, capacityBytes);
        ring = new byte[FIRST_BYTES];
    }

    /** Starts with the next packet of {@code history}. */
    public void begin(SendHistory history) {
        tracedTo = history.nextNumber();
    }

    /** Returns whether {@link #onState} is due before the next line. */
    public boolean wantsState() {
        return linesSinceState >= STATE_INTERVAL;
    }

    /** Adds the line of a state. */
    public void onState(long nowNs, EstimatorState state) {
        linesSinceState = 0;
        if (zeroNs == UNSET) {
            zeroNs = nowNs;
        }
        append('S');
        append(',');
        append((nowNs - zeroNs) / NS_PER_US);
        appendField(state.wantedBps());
        appendField(state.allocatedBps());
        appendField(state.targetBps());
        appendField(state.delayBps());
        appendField(state.capacityBps());
        appendField(state.lossBps());
        appendField(state.lastProbe());
        appendField(state.probedAgoNs() < 0 ? -1 : state.probedAgoNs() / NS_PER_US);
        appendField(state.overusedAgoNs() < 0 ? -1 : state.overusedAgoNs() / NS_PER_US);
        append('\n');
    }

    private void appendField(long value) {
        append(',');
        append(value);
    }

    /** Begins the line of a feedback. */
    public void onFeedback(long nowNs, FeedbackReport report, SendHistory history) {
        linesSinceState++;
        append('F');
        appendTimeAndSent(nowNs, history, true, report.referenceTime());
        append(',');
        long before = (long) report.referenceTime() * 256;
        for (int i = 0; i < report.count(); i++) {
            if (i == 0) {
                append(report.number(i));
            }
            append(' ');
            if (report.isReceived(i)) {
                append(report.arrivalTicks(i) - before);
                before = report.arrivalTicks(i);
            } else {
                append('-');
            }
        }
    }

    /** Ends the line of a feedback with what was estimated. */
    public void onEstimate(long targetBps, String reason, long delayBps, long lossBps, long acknowledgedBps) {
        append(',');
        append(targetBps);
        append(',');
        for (int i = 0; i < reason.length(); i++) {
            append(reason.charAt(i));
        }
        append(',');
        append(delayBps);
        append(',');
        append(lossBps == Long.MAX_VALUE ? -1 : lossBps);
        append(',');
        append(acknowledgedBps);
        append('\n');
    }

    /** Adds the line of an allocation. */
    public void onAllocation(long nowNs, long wantedBps, long allocatedBps, SendHistory history) {
        append('A');
        appendTimeAndSent(nowNs, history, false, 0);
        append(',');
        append(wantedBps);
        append(',');
        append(allocatedBps);
        append('\n');
    }

    private void appendTimeAndSent(long nowNs, SendHistory history, boolean hasReference, int reference) {
        long firstNumber = Math.max(tracedTo, history.oldestNumber());
        if (zeroNs == UNSET) {
            zeroNs = firstNumber < history.nextNumber() ? history.sendTimeNs(firstNumber) : nowNs;
        }
        long lineAtUs = (nowNs - zeroNs) / NS_PER_US;
        long beforeUs = lineAtUs;
        append(',');
        append(lineAtUs);
        append(',');
        if (hasReference) {
            append(reference);
            append(',');
        }
        append(firstNumber);
        for (long number = firstNumber; number < history.nextNumber(); number++) {
            long atUs = (history.sendTimeNs(number) - zeroNs) / NS_PER_US;
            append(' ');
            append(atUs - beforeUs);
            append(':');
            append(history.sizeBytes(number));
            if (history.probeId(number) != 0) {
                append(':');
                append(history.probeId(number));
            }
            beforeUs = atUs;
        }
        tracedTo = history.nextNumber();
    }

    private void append(long value) {
        if (value < 0) {
            append('-');
        }
        long magnitude = Math.abs(value);
        long divisor = 1;
        while (magnitude / divisor >= 10) {
            divisor *= 10;
        }
        for (; divisor > 0; divisor /= 10) {
            append((char) ('0' + magnitude / divisor % 10));
        }
    }

    private void append(char character) {
        if (length == ring.length) {
            makeRoom();
        }
        ring[(start + length) % ring.length] = (byte) character;
        length++;
    }

    private void makeRoom() {
        if (ring.length < capacityBytes) {
            byte[] larger = new byte[Math.min(2 * ring.length, capacityBytes)];
            for (int i = 0; i < length; i++) {
                larger[i] = ring[(start + i) % ring.length];
            }
            ring = larger;
            start = 0;
            return;
        }
        boolean ended = false;
        while (length > 0 && !ended) {
            ended = ring[start] == '\n';
            start = (start + 1) % ring.length;
            length--;
        }
    }

    /**
     * Returns what {@link #lines} has, as ASCII text; between two calls all lines are whole. Costs no more than the
     * copy.
     */
    public byte[] copy() {
        byte[] bytes = new byte[length];
        int atEnd = Math.min(length, ring.length - start);
        System.arraycopy(ring, start, bytes, 0, atEnd);
        System.arraycopy(ring, 0, bytes, atEnd, length - atEnd);
        return bytes;
    }

    /** The last lines, whole ones only, oldest first. */
    public List<String> lines() {
        String text = new String(copy(), StandardCharsets.US_ASCII);
        List<String> lines = new ArrayList<>(text.lines().toList());
        if (!lines.isEmpty() && !text.endsWith("\n")) {
            lines.removeLast();
        }
        return lines;
    }
}

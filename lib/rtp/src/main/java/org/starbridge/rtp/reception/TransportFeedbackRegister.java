package org.starbridge.rtp.reception;

import java.util.Arrays;
import org.starbridge.rtp.packet.SequenceNumbers;
import org.starbridge.rtp.rtcp.TransportFeedback;
import org.starbridge.rtp.rtcp.TransportFeedbackWriter;
import org.starbridge.rtp.state.State;
import org.starbridge.rtp.state.StateException;

/**
 * Records when each packet of one sender arrived and reports it as transport-wide feedback,
 * draft-holmer-rmcat-transport-wide-cc-extensions-01. Owned by the thread that receives the sender.
 *
 * <p>A ring holds the arrival times of the newest {@link #WINDOW} transport-wide sequence numbers. A feedback begins
 * where the one before ended, so that every number is reported, received or not. A packet that arrives after it was
 * reported missing, at most {@link #LATE_WINDOW} late, moves the beginning back to itself: what follows it is reported
 * once more, with the same times. If the sender starts over at a number that looks older still, {@link #RESTART_RUN}
 * packets in sequence make the register start over too.
 */
public final class TransportFeedbackRegister {
    /** Number of sequence numbers that the register spans; a power of two. */
    public static final int WINDOW = 8192;

    /** Number of packets that a late one may be behind the highest and still be reported. */
    public static final int LATE_WINDOW = 512;

    /** Number of packets in sequence, all too late, that are taken for a restart. */
    public static final int RESTART_RUN = 16;

    /** The time between feedbacks if nothing else is asked for: 100 ms. */
    public static final long INTERVAL_NS_DEFAULT = 100_000_000L;

    private static final long MISSING = Long.MIN_VALUE;

    private final long intervalNs;
    private final long[] arrivalTicks = new long[WINDOW];
    private final TransportFeedbackWriter writer = new TransportFeedbackWriter();

    private boolean started;
    private long highest;
    private long nextToReport;
    private int tooLateNext = -1;
    private int tooLateRun;
    private int feedbackCount;
    private long deadlineNs = Long.MAX_VALUE;
    private boolean hasWritten;
    private long lastWriteNs;
    /** How far the clock of the feedback is ahead of ours: the sender's goes on when another process goes on. */
    private long aheadNs;

    /** A register that reports every {@link #INTERVAL_NS_DEFAULT} while packets arrive. */
    public TransportFeedbackRegister() {
        this(INTERVAL_NS_DEFAULT);
    }

    /** A register that reports every {@code intervalNs} while packets arrive. */
    public TransportFeedbackRegister(long intervalNs) {
        if (intervalNs <= 0) {
            throw new IllegalArgumentException("interval of " + intervalNs + " ns: expected 1 or more");
        }
        this.intervalNs = intervalNs;
        Arrays.fill(arrivalTicks, MISSING);
    }

    /**
     * Records a packet, in any order; a duplicate keeps its first arrival.
     *
     * @param transportSequence the transport-wide sequence number, 0 to 65535
     */
    public void onPacket(int transportSequence, long arrivalNs) {
        long ext = started ? SequenceNumbers.extend(highest, transportSequence) : transportSequence;
        if (!started) {
            startAt(ext);
        } else if (ext > highest) {
            advanceTo(ext);
        } else if (highest - ext > LATE_WINDOW) {
            if (!isRestart(transportSequence)) {
                return;
            }
            startAt(transportSequence);
            ext = transportSequence;
        } else if (arrivalTicks[slot(ext)] != MISSING) {
            return;
        }
        tooLateRun = 0;
        arrivalTicks[slot(ext)] = Math.floorDiv(arrivalNs + aheadNs, TransportFeedback.TICK_NS);
        nextToReport = Math.min(nextToReport, ext);
        if (deadlineNs == Long.MAX_VALUE) {
            boolean soon = hasWritten && arrivalNs - lastWriteNs < intervalNs;
            deadlineNs = (soon ? lastWriteNs : arrivalNs) + intervalNs;
        }
    }

    private static int slot(long ext) {
        return (int) ext & (WINDOW - 1);
    }

    private void startAt(long ext) {
        Arrays.fill(arrivalTicks, MISSING);
        started = true;
        highest = ext;
        nextToReport = ext;
    }

    private void advanceTo(long ext) {
        for (long i = Math.max(highest + 1, ext - WINDOW + 1); i < ext; i++) {
            arrivalTicks[slot(i)] = MISSING;
        }
        highest = ext;
        nextToReport = Math.max(nextToReport, ext - WINDOW + 1);
    }

    private boolean isRestart(int transportSequence) {
        tooLateRun = transportSequence == tooLateNext ? tooLateRun + 1 : 1;
        tooLateNext = (transportSequence + 1) & 0xFFFF;
        return tooLateRun >= RESTART_RUN;
    }

    /**
     * Writes one feedback packet about what was not yet reported. One packet may not hold all of it: call again until
     * the answer is 0.
     *
     * @param capacityBytes at least 28, or nothing is written
     * @return the length written, or 0 if there is nothing to report
     */
    public int write(long address, int capacityBytes, int senderSsrc, int mediaSsrc, long nowNs) {
        if (!started || nextToReport > highest) {
            return 0;
        }
        long first = nextToReport;
        // The highest number was received, so the search ends.
        while (arrivalTicks[slot(first)] == MISSING) {
            first++;
        }
        long reference = Math.floorDiv(arrivalTicks[slot(first)], (long) TransportFeedback.TICKS_PER_REFERENCE);
        if (!writer.begin(
                address, capacityBytes, senderSsrc, mediaSsrc, (int) nextToReport, (int) reference, feedbackCount)) {
            return 0;
        }
        addPackets(reference * TransportFeedback.TICKS_PER_REFERENCE);
        feedbackCount++;
        hasWritten = true;
        lastWriteNs = nowNs;
        if (nextToReport > highest) {
            deadlineNs = Long.MAX_VALUE;
        }
        return writer.end();
    }

    /** Adds packets until the feedback is full, a delta is too large for it, or all are reported. */
    private void addPackets(long referenceTicks) {
        long last = referenceTicks;
        while (nextToReport <= highest) {
            long ticks = arrivalTicks[slot(nextToReport)];
            if (!(ticks == MISSING ? writer.addMissing() : writer.addReceived(ticks - last))) {
                return;
            }
            last = ticks == MISSING ? last : ticks;
            nextToReport++;
        }
    }

    /**
     * Returns the time at which {@link #write} should be called next; {@link Long#MAX_VALUE} if there is nothing to
     * report.
     */
    public long nextDeadlineNs() {
        return deadlineNs;
    }

    /** Its part of a snapshot: arrivals that are not reported yet, or that a late packet may have reported again. */
    public void state(State state) throws StateException {
        long toldNowNs = state.i64(state.nowNs() + aheadNs);
        aheadNs = toldNowNs - state.nowNs();
        started = state.bool(started);
        highest = state.i64(highest);
        nextToReport = state.i64(nextToReport);
        tooLateNext = state.i32(tooLateNext);
        tooLateRun = state.i32(tooLateRun);
        feedbackCount = state.i32(feedbackCount);
        deadlineNs = state.time(deadlineNs);
        hasWritten = state.bool(hasWritten);
        lastWriteNs = state.time(lastWriteNs);
        if (!started) {
            return;
        }
        long oldest = state.i64(Math.max(highest - WINDOW + 1, Math.min(nextToReport, highest - LATE_WINDOW)));
        if (oldest > highest || highest - oldest >= WINDOW || nextToReport < oldest || nextToReport > highest + 1) {
            throw new StateException("a register of arrivals that spans " + oldest + " to " + highest);
        }
        for (long number = oldest; number <= highest; number++) {
            arrivalTicks[slot(number)] = state.i64(arrivalTicks[slot(number)]);
        }
        if (arrivalTicks[slot(highest)] == MISSING) {
            throw new StateException("a register of arrivals whose last packet has not arrived");
        }
    }
}

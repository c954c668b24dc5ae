package org.starbridge.bandwidth;

import org.starbridge.bandwidth.feedback.FeedbackReport;
import org.starbridge.bandwidth.trace.EstimatorState;

/**
 * Feeds the lines of a {@link org.starbridge.bandwidth.trace.Trace} to an estimator, as if it had been there: a user's
 * bad call becomes a test. A trace from the first packet on reproduces the estimates. One that begins later starts with
 * its first S line, the recorded estimator's rates, and lines before it are left out: it gets the same inputs, and what
 * the recorded one had learnt of delays and losses before has to come again. Not for production threads: it allocates.
 */
public final class TraceReplay {
    private static final long NS_PER_US = 1000;
    private static final int TIME = 1;
    private static final int REFERENCE = 2;
    private static final int FEEDBACK_SENT = 3;
    private static final int FEEDBACK_STATUSES = 4;
    private static final int RECORDED_TARGET = 5;
    private static final int ALLOCATION_SENT = 2;
    private static final int WANTED = 3;
    private static final int ALLOCATED = 4;
    private static final int STATE = 2;
    private static final int FIELD_DELAY = STATE + 3;
    private static final int LAST_PROBE = STATE + 6;
    private static final int OVERUSED_AGO = STATE + 8;

    private final BandwidthEstimator estimator;
    private final FeedbackReport report = new FeedbackReport();
    private boolean isStarted;
    private boolean hasNumbers;
    private long numberShift;

    /** A replay into a new estimator. */
    public TraceReplay(BandwidthEstimator estimator) {
        this.estimator = estimator;
    }

    /**
     * Feeds one line.
     *
     * @return the target that was recorded with it, or -1
     * @throws IllegalArgumentException if it is not a line of a trace
     */
    public long onLine(String line) {
        String[] fields = line.split(",", -1);
        if (fields[0].equals("S") && fields.length > OVERUSED_AGO) {
            begin(fields);
            return -1;
        }
        boolean isFeedback = fields[0].equals("F") && fields.length > RECORDED_TARGET;
        if (!isFeedback && !(fields[0].equals("A") && fields.length > ALLOCATED)) {
            throw new IllegalArgumentException("not a line of a trace: " + line);
        }
        if (!isStarted) {
            return -1;
        }
        long nowNs = Long.parseLong(fields[TIME]) * NS_PER_US;
        send(nowNs, fields[isFeedback ? FEEDBACK_SENT : ALLOCATION_SENT]);
        tickUntil(nowNs);
        if (isFeedback) {
            fill(Integer.parseInt(fields[REFERENCE]), fields[FEEDBACK_STATUSES]);
            estimator.onFeedback(nowNs, report);
            return Long.parseLong(fields[RECORDED_TARGET]);
        }
        estimator.onAllocation(nowNs, Long.parseLong(fields[WANTED]), Long.parseLong(fields[ALLOCATED]));
        return -1;
    }

    private void begin(String[] fields) {
        if (isStarted) {
            return;
        }
        isStarted = true;
        long nowNs = Long.parseLong(fields[TIME]) * NS_PER_US;
        boolean isFirst = fields[FIELD_DELAY].equals("-1") && fields[LAST_PROBE].equals("0");
        if (isFirst) {
            estimator.onTransportReady(nowNs);
            return;
        }
        estimator.resume(
                nowNs,
                new EstimatorState(
                        Long.parseLong(fields[STATE]),
                        Long.parseLong(fields[STATE + 1]),
                        Long.parseLong(fields[STATE + 2]),
                        Long.parseLong(fields[FIELD_DELAY]),
                        Long.parseLong(fields[STATE + 4]),
                        Long.parseLong(fields[STATE + 5]),
                        Integer.parseInt(fields[LAST_PROBE]),
                        durationNs(fields[LAST_PROBE + 1]),
                        durationNs(fields[OVERUSED_AGO])));
    }

    private static long durationNs(String micros) {
        return micros.equals("-1") ? -1 : Long.parseLong(micros) * NS_PER_US;
    }

    private void send(long lineNs, String packets) {
        String[] parts = packets.split(" ", -1);
        if (!hasNumbers) {
            hasNumbers = true;
            numberShift = Long.parseLong(parts[0]) - 1;
        }
        long atNs = lineNs;
        for (int i = 1; i < parts.length; i++) {
            String[] packet = parts[i].split(":", -1);
            atNs += Long.parseLong(packet[0]) * NS_PER_US;
            tickUntil(atNs);
            int probeId = packet.length > 2 ? Integer.parseInt(packet[2]) : 0;
            estimator.onSent(atNs, Integer.parseInt(packet[1]), probeId);
        }
    }

    /** Replays what the recorded estimator's timer did. */
    private void tickUntil(long nowNs) {
        while (estimator.nextDeadlineNs() < nowNs) {
            long dueNs = estimator.nextDeadlineNs();
            if (estimator.probes().current() != null) {
                estimator.probes().bytesDue(nowNs);
                break;
            }
            estimator.onTick(dueNs);
        }
    }

    private void fill(int reference, String statuses) {
        report.begin(reference);
        String[] parts = statuses.split(" ", -1);
        long arrivalTicks = (long) reference * 256;
        int number = parts[0].isEmpty() ? 0 : (int) (Integer.parseInt(parts[0]) - numberShift);
        for (int i = 1; i < parts.length; i++) {
            if (parts[i].equals("-")) {
                report.addMissing(number);
            } else {
                arrivalTicks += Long.parseLong(parts[i]);
                report.addReceived(number, arrivalTicks);
            }
            number++;
        }
    }
}

package org.starbridge.recording.time;

import java.util.ArrayDeque;
import java.util.Deque;

/**
 * Gives the frames of one stream their times: when they were captured, on the local clock, later by about the time that
 * the way from the sender takes. RTP time is put on the local clock by sender reports, and by arrival before the first
 * one and wherever they contradict arrival.
 *
 * <p>A frame that comes before its time, or whose timestamp goes back, belongs to RTP time that jumped. One that is
 * much too late was held up on the way, or RTP time stood still during a pause. Frames that were held up come faster
 * than they were captured, others do not; so late frames are held back until that is clear, for 200 ms mostly. Where a
 * stream ends before, the other streams of the sender tell: whether they were held up at the same time, or silent.
 * Nothing else is held back. One thread.
 *
 * @param <T> what is given its time
 */
public final class MediaTimeline<T> {
    private static final long EARLY_NS = 150_000_000;
    /** Jitter and loss repair make frames later than this sometimes. */
    private static final long LATE_NS = 300_000_000;
    /** Nothing is held up for longer. */
    private static final long LONGEST_NS = 5_000_000_000L;

    private static final long DECIDE_NS = 200_000_000;
    /** Longer than two lost packets are waited for, behind which others may wait. */
    private static final long DECIDE_FEW_NS = 1_200_000_000;

    private static final long DECIDE_LATEST_NS = 2_000_000_000;
    private static final int MAX_HELD = 256;

    /** Reports that are further from arrival are wrong. */
    private static final long PLAUSIBLE_NS = 500_000_000;
    /** A report with a timestamp that was due so long ago says nothing: there may be a pause. */
    private static final long STALE_NS = 60_000_000;

    private static final long SAME_FRAME_NS = 100_000_000;
    /** Deviation that reports correct at once, because people notice it. */
    private static final long STEP_NS = 40_000_000;
    /** 50 ms a second. */
    private static final int SLEW = 20;

    private final boolean isVideo;
    private final SenderClock sender;
    private final Sink<T> sink;
    private final RtpTime line;
    private final LeastDelay delay = new LeastDelay();
    private final ReportedTime reported;
    private final Deque<Held<T>> held = new ArrayDeque<>();
    private boolean isStarted;
    private boolean isAligned;
    private long lastTimestamp;
    private long lastArrivalNs;

    /** Takes frames with their times. */
    @FunctionalInterface
    public interface Sink<T> {
        /** A time may be before that of the frame before, by what was corrected meanwhile. */
        void onFrame(long timeNs, T frame);
    }

    private record Held<T>(long timestamp, long arrivalNs, T frame) {}

    /**
     * One that begins with the next frame.
     *
     * @param rateHz of the RTP clock
     */
    public MediaTimeline(boolean isVideo, int rateHz, SenderClock sender, Sink<T> sink) {
        this.isVideo = isVideo;
        this.sender = sender;
        this.sink = sink;
        line = new RtpTime(rateHz);
        reported = new ReportedTime(sender);
    }

    /** A sender report of the stream. */
    public void onReport(long ntp64, int rtpTimestamp, long arrivalNs) {
        if (ntp64 == 0) {
            return; // the sender has no clock (RFC 3550 section 6.4.1)
        }
        long senderNs = SenderClock.nanoseconds(ntp64);
        boolean isInTime = sender.onReport(senderNs, arrivalNs);
        // One alone does not show whether it was held up or the clock was set back.
        if (isStarted && (isInTime || reported.isKnown())) {
            take(senderNs, rtpTimestamp, arrivalNs);
        }
    }

    private void take(long senderNs, int rtpTimestamp, long arrivalNs) {
        int ticks = rtpTimestamp - (int) lastTimestamp;
        long behindNs = arrivalNs - lastArrivalNs - line.nanoseconds(ticks);
        boolean isStale = behindNs > STALE_NS;
        long offsetNs = senderNs - line.sinceBase(lastTimestamp) - line.nanoseconds(ticks);
        if (!isStale && Math.abs(offsetNs + sender.offsetNs() - line.offsetNs()) < PLAUSIBLE_NS) {
            reported.add(offsetNs);
        }
    }

    /**
     * A frame, in the order in which it was sent.
     *
     * @param timestamp extended RTP timestamp
     */
    public void onFrame(long timestamp, long arrivalNs, T frame) {
        sender.onFrame(isVideo, arrivalNs);
        if (!isStarted) {
            begin(timestamp, arrivalNs);
        } else if (isOther(timestamp, arrivalNs)) {
            if (!held.isEmpty()) {
                end();
                onFrame(timestamp, arrivalNs, frame);
                return;
            }
            line.set(timestamp, arrivalNs - delay.ns());
            forgetReports();
        } else if (lateNs(timestamp, arrivalNs) > LATE_NS) {
            held.addLast(new Held<>(timestamp, arrivalNs, frame));
            lastTimestamp = timestamp;
            lastArrivalNs = arrivalNs;
            decide(arrivalNs);
            return;
        }
        if (!held.isEmpty()) {
            sender.onHeldUp(held.getFirst().arrivalNs());
        }
        release();
        give(timestamp, arrivalNs, frame);
    }

    private void begin(long timestamp, long arrivalNs) {
        isStarted = true;
        delay.set(sender.delayNs(isVideo));
        line.set(timestamp, arrivalNs - delay.ns());
        lastTimestamp = timestamp;
        lastArrivalNs = arrivalNs;
    }

    /** Later than the way takes at least. */
    private long lateNs(long timestamp, long arrivalNs) {
        return arrivalNs - line.at(timestamp) - delay.ns();
    }

    /** Returns whether RTP time certainly jumped. */
    private boolean isOther(long timestamp, long arrivalNs) {
        if (line.isBeyond(timestamp)) {
            return true;
        }
        long lateNs = lateNs(timestamp, arrivalNs);
        return lateNs < -EARLY_NS || lateNs > LONGEST_NS || line.nanoseconds(lastTimestamp - timestamp) > SAME_FRAME_NS;
    }

    /** Time went on. */
    public void onTick(long nowNs) {
        if (!held.isEmpty()) {
            decide(nowNs);
        }
    }

    /** Nothing more comes: gives what is held back. */
    public void end() {
        if (!held.isEmpty() && !isFast() && !isHeldUpBeside() && !isSenderSilent()) {
            standStill();
        }
        release();
    }

    private void decide(long nowNs) {
        long waitedNs = nowNs - held.getFirst().arrivalNs();
        long capturedNs = capturedNs();
        if (capturedNs < DECIDE_NS && waitedNs < DECIDE_FEW_NS && held.size() < MAX_HELD) {
            return;
        }
        boolean isHeldUp = isFast();
        if (isHeldUp) {
            sender.onHeldUp(held.getFirst().arrivalNs());
        }
        if (!isHeldUp && !isHeldUpBeside()) {
            standStill();
        } else if (waitedNs > DECIDE_LATEST_NS || held.size() >= MAX_HELD) {
            release();
        }
    }

    private long capturedNs() {
        return line.nanoseconds(held.getLast().timestamp() - held.getFirst().timestamp());
    }

    /** True if the frames that are held back arrived faster than they were captured. */
    private boolean isFast() {
        Held<T> first = held.getFirst();
        return (lateNs(first.timestamp(), first.arrivalNs()) - leastLateNs()) * 2 > capturedNs();
    }

    /** Whether they are too few to tell, and another stream of the sender was held up at the same time. */
    private boolean isHeldUpBeside() {
        return capturedNs() < DECIDE_NS && sender.isHeldUp(held.getFirst().arrivalNs());
    }

    /**
     * Whether they are too few to tell, and nothing came of the sender's sound, or picture, either. For such a short
     * time the way is more likely to have been the cause than two pauses at once.
     */
    private boolean isSenderSilent() {
        Held<T> first = held.getFirst();
        long lateNs = lateNs(first.timestamp(), first.arrivalNs());
        return capturedNs() < DECIDE_NS
                && lateNs < DECIDE_LATEST_NS
                && sender.isSilent(!isVideo, first.arrivalNs(), lateNs / 2);
    }

    /** RTP time stood still: the line goes on where the least late of those that are held back is in time. */
    private void standStill() {
        line.move(leastLateNs());
        forgetReports();
        release();
    }

    private long leastLateNs() {
        long leastNs = Long.MAX_VALUE;
        for (Held<T> each : held) {
            leastNs = Math.min(leastNs, lateNs(each.timestamp(), each.arrivalNs()));
        }
        return leastNs;
    }

    private void forgetReports() {
        reported.clear();
        isAligned = false;
    }

    private void release() {
        while (!held.isEmpty()) {
            Held<T> each = held.removeFirst();
            give(each.timestamp(), each.arrivalNs(), each.frame());
        }
    }

    private void give(long timestamp, long arrivalNs, T frame) {
        follow(timestamp, arrivalNs);
        lastTimestamp = timestamp;
        lastArrivalNs = arrivalNs;
        sink.onFrame(line.at(timestamp), frame);
    }

    private void follow(long timestamp, long arrivalNs) {
        boolean isReported = reported.isKnown();
        if (isReported) {
            align(arrivalNs);
        }
        long errorNs = delay.error(arrivalNs - line.at(timestamp), arrivalNs);
        if (isReported) {
            delay.move(errorNs);
            sender.keepDelay(isVideo, delay.ns());
        } else {
            line.move(errorNs);
        }
    }

    private void align(long arrivalNs) {
        long errorNs = reported.offsetNs() - line.offsetNs();
        if (Math.abs(errorNs) >= PLAUSIBLE_NS) {
            forgetReports();
            return;
        }
        long slewNs = Math.max(0, arrivalNs - lastArrivalNs) / SLEW;
        long stepNs = !isAligned || Math.abs(errorNs) > STEP_NS ? errorNs : Math.clamp(errorNs, -slewNs, slewNs);
        isAligned = true;
        line.move(stepNs);
        delay.move(-stepNs);
    }
}

package org.starbridge.recording.time;

/**
 * RTP time of one stream, by its last sender reports. The least of them counts: senders that give the timestamp of
 * their last frame for the present are late by up to a frame. One thread.
 */
final class ReportedTime {
    private static final int WINDOW = 4;
    /** More than a frame's time: RTP time stood still meanwhile, if a second report says so, too. */
    private static final long MOVED_NS = 60_000_000;

    private final SenderClock sender;
    private final long[] offsets = new long[WINDOW];
    private int count;
    private int later;
    private int epoch;

    ReportedTime(SenderClock sender) {
        this.sender = sender;
    }

    void clear() {
        count = 0;
        later = 0;
    }

    /** @param offsetNs the sender's time at which RTP time was 0 */
    void add(long offsetNs) {
        if (isKnown() && offsetNs - least() < -MOVED_NS) {
            sender.onSet(); // RTP time does not run ahead
        }
        if (epoch != sender.epoch()) {
            clear();
            epoch = sender.epoch();
        }
        later = count > 0 && offsetNs - least() > MOVED_NS ? later + 1 : 0;
        if (later > 1) {
            clear();
        }
        offsets[count % WINDOW] = offsetNs;
        count = count + 1 == 2 * WINDOW ? WINDOW : count + 1;
    }

    boolean isKnown() {
        return count > 0 && epoch == sender.epoch();
    }

    /** The local time at which RTP time was 0. */
    long offsetNs() {
        return least() + sender.offsetNs();
    }

    private long least() {
        long least = Long.MAX_VALUE;
        for (int i = 0; i < Math.min(count, WINDOW); i++) {
            least = Math.min(least, offsets[i]);
        }
        return least;
    }
}

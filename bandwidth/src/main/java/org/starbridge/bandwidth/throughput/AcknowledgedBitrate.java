package org.starbridge.bandwidth.throughput;

/**
 * The bitrate that the receiver acknowledged: libwebrtc's robust throughput estimator (robust_throughput_estimator.cc).
 *
 * <p>Over a window of packets in the order of arrival, it is the smaller of two rates. The receive rate divides the bytes,
 * without those of the first packet, by the time between first and last arrival, in which the largest gap counts as the second
 * largest: one stall of a wireless link does not halve the rate. The send rate divides the bytes, without those of the last
 * packet, by the time between first and last sending: a queue that drains does not raise the rate above what was sent.
 * Owned by one worker.
 */
public final class AcknowledgedBitrate {
    private static final long MIN_SPAN_NS = 1_000_000L;
    /** An arrival so far before the last one means another clock. */
    private static final long MAX_STEP_BACK_NS = 1_000_000_000L;

    private static final double BIT_NS = 8e9;

    private final ThroughputConfig config;
    private final long[] arrivalsNs;
    private final long[] sendTimesNs;
    private final int[] sizes;
    private int first;
    private int count;
    private long latestDiscardedSendNs = Long.MIN_VALUE;
    private long bps = -1;

    /** An empty window. */
    public AcknowledgedBitrate(ThroughputConfig config) {
        this.config = config;
        int capacity = config.maxPackets() + 1;
        arrivalsNs = new long[capacity];
        sendTimesNs = new long[capacity];
        sizes = new int[capacity];
    }

    /** Adds one acknowledged packet. Call {@link #update} after the last one of a feedback. */
    public void onPacket(long sendTimeNs, long arrivalNs, int sizeBytes) {
        if (count > 0 && arrivalNs < arrivalsNs[slot(count - 1)] - MAX_STEP_BACK_NS) {
            reset();
        }
        int place = count;
        while (place > 0 && arrivalsNs[slot(place - 1)] > arrivalNs) {
            copy(slot(place - 1), slot(place));
            place--;
        }
        arrivalsNs[slot(place)] = arrivalNs;
        sendTimesNs[slot(place)] = sendTimeNs;
        sizes[slot(place)] = sizeBytes;
        count++;
        while (mustDiscardOldest()) {
            latestDiscardedSendNs = Math.max(latestDiscardedSendNs, sendTimesNs[first]);
            first = slot(1);
            count--;
        }
    }

    private int slot(int i) {
        int slot = first + i;
        return slot < sizes.length ? slot : slot - sizes.length;
    }

    private void copy(int from, int to) {
        arrivalsNs[to] = arrivalsNs[from];
        sendTimesNs[to] = sendTimesNs[from];
        sizes[to] = sizes[from];
    }

    private boolean mustDiscardOldest() {
        long spanNs = arrivalsNs[slot(count - 1)] - arrivalsNs[first];
        return count > config.maxPackets()
                || spanNs > config.maxSpanNs()
                || (count > config.targetPackets() && spanNs > config.minSpanNs());
    }

    /** Computes {@link #bps} from the window. */
    public void update() {
        bps = count < config.minPackets() ? -1 : measure();
    }

    private long measure() {
        long largestGapNs = 0;
        long secondGapNs = 0;
        long bytes = 0;
        long sentBytes = 0;
        int sentCount = 0;
        long firstSendNs = Long.MAX_VALUE;
        long lastSendNs = Long.MIN_VALUE;
        int lastSentSize = 0;
        for (int i = 0; i < count; i++) {
            int slot = slot(i);
            bytes += sizes[slot];
            if (i > 0) {
                long gapNs = arrivalsNs[slot] - arrivalsNs[slot(i - 1)];
                if (gapNs > largestGapNs) {
                    secondGapNs = largestGapNs;
                    largestGapNs = gapNs;
                } else if (gapNs > secondGapNs) {
                    secondGapNs = gapNs;
                }
            }
            if (sendTimesNs[slot] < latestDiscardedSendNs) {
                continue;
            }
            sentBytes += sizes[slot];
            sentCount++;
            firstSendNs = Math.min(firstSendNs, sendTimesNs[slot]);
            if (sendTimesNs[slot] >= lastSendNs) {
                lastSendNs = sendTimesNs[slot];
                lastSentSize = sizes[slot];
            }
        }
        long arrivalSpanNs = arrivalsNs[slot(count - 1)] - arrivalsNs[first] - largestGapNs + secondGapNs;
        double receiveRate = (bytes - sizes[first]) * BIT_NS / Math.max(arrivalSpanNs, MIN_SPAN_NS);
        if (sentCount < config.minPackets()) {
            return (long) receiveRate;
        }
        double sendRate = (sentBytes - lastSentSize) * BIT_NS / Math.max(lastSendNs - firstSendNs, MIN_SPAN_NS);
        return (long) Math.min(receiveRate, sendRate);
    }

    /** Forgets everything: the receiver was silent, or its clock jumped. */
    public void reset() {
        count = 0;
        bps = -1;
        latestDiscardedSendNs = Long.MIN_VALUE;
    }

    /** The acknowledged bitrate in bit/s; -1 while too few packets are known. */
    public long bps() {
        return bps;
    }
}

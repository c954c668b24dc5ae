package org.starbridge.bandwidth.throughput;

import org.starbridge.bandwidth.feedback.NearTimes;
import org.starbridge.bandwidth.state.Fields;

/**
 * The bitrate that the receiver acknowledged: libwebrtc's robust throughput estimator (robust_throughput_estimator.cc).
 *
 * <p>Over a window of packets in the order of arrival, it is the smaller of two rates. The receive rate divides the
 * bytes, without those of the first packet, by the time between first and last arrival, in which the largest gap counts
 * as the second largest: one stall of a wireless link does not halve the rate. The send rate divides the bytes, without
 * those of the last packet, by the time between first and last sending: a queue that drains does not raise the rate
 * above what was sent. Memory grows with the packets of a window, as most windows are far below the limit. Owned by one
 * worker.
 */
public final class AcknowledgedBitrate {
    private static final long MIN_SPAN_NS = 1_000_000L;
    /** An arrival so far before the last one means another clock. */
    private static final long MAX_STEP_BACK_NS = 1_000_000_000L;

    private static final double BIT_NS = 8e9;

    /** Packets in half a second of a small picture; a power of two. */
    private static final int FIRST_SLOTS = 32;

    private static final int FIRST_SLOT_BITS = 5;
    private static final int MAX_SLOT_BITS = 13;

    /** The window's memory is halved when a quarter of it was enough for so many feedbacks: some seconds. */
    private static final int ROOMY_UPDATES = 64;

    private final ThroughputConfig config;
    private NearTimes arrivals = new NearTimes(FIRST_SLOTS);
    private NearTimes sendTimes = new NearTimes(FIRST_SLOTS);
    private char[] sizes = new char[FIRST_SLOTS];
    private int first;
    private int count;
    private int roomyUpdates;
    private long latestDiscardedSendNs = Long.MIN_VALUE;
    private long bps = -1;
    private long sentBps = -1;

    /** An empty window. */
    public AcknowledgedBitrate(ThroughputConfig config) {
        this.config = config;
    }

    /** Adds one acknowledged packet. Call {@link #update} after the last one of a feedback. */
    public void onPacket(long sendTimeNs, long arrivalNs, int sizeBytes) {
        if (count > 0) {
            long stepNs = arrivalNs - arrivals.get(slot(count - 1));
            if (stepNs < -MAX_STEP_BACK_NS) {
                reset();
            } else if (stepNs > config.maxSpanNs() || isFarFromLast(sendTimeNs)) {
                discardAll();
            }
        }
        if (count == sizes.length) {
            resize(2 * count);
        }
        int place = count;
        while (place > 0 && arrivals.get(slot(place - 1)) > arrivalNs) {
            copy(slot(place - 1), slot(place));
            place--;
        }
        arrivals.put(slot(place), arrivalNs);
        sendTimes.put(slot(place), sendTimeNs);
        sizes[slot(place)] = (char) sizeBytes;
        count++;
        while (mustDiscardOldest()) {
            discardOldest();
        }
    }

    private boolean isFarFromLast(long sendTimeNs) {
        return Math.abs(sendTimeNs - sendTimes.get(slot(count - 1))) > NearTimes.REACH_NS / 2;
    }

    private void discardAll() {
        while (count > 0) {
            discardOldest();
        }
    }

    private void discardOldest() {
        latestDiscardedSendNs = Math.max(latestDiscardedSendNs, sendTimes.get(first));
        first = slot(1);
        count--;
    }

    private int slot(int i) {
        return first + i & sizes.length - 1;
    }

    private void resize(int slots) {
        NearTimes oldArrivals = arrivals;
        NearTimes oldSendTimes = sendTimes;
        char[] oldSizes = sizes;
        int oldFirst = first;
        arrivals = new NearTimes(slots);
        sendTimes = new NearTimes(slots);
        sizes = new char[slots];
        first = 0;
        for (int i = 0; i < count; i++) {
            int old = oldFirst + i & oldSizes.length - 1;
            arrivals.take(i, oldArrivals, old);
            sendTimes.take(i, oldSendTimes, old);
            sizes[i] = oldSizes[old];
        }
    }

    private void copy(int from, int to) {
        arrivals.take(to, arrivals, from);
        sendTimes.take(to, sendTimes, from);
        sizes[to] = sizes[from];
    }

    private boolean mustDiscardOldest() {
        long spanNs = arrivals.get(slot(count - 1)) - arrivals.get(first);
        return count > config.maxPackets()
                || spanNs > config.maxSpanNs()
                || (count > config.targetPackets() && spanNs > config.minSpanNs());
    }

    /** Computes the rates from the window. */
    public void update() {
        roomyUpdates = sizes.length > FIRST_SLOTS && 4 * count < sizes.length ? roomyUpdates + 1 : 0;
        if (roomyUpdates == ROOMY_UPDATES) {
            roomyUpdates = 0;
            resize(sizes.length / 2);
        }
        if (count < config.minPackets()) {
            bps = -1;
            sentBps = -1;
            return;
        }
        sentBps = measureSent();
        long receivedBps = measureReceived();
        bps = sentBps < 0 ? receivedBps : Math.min(receivedBps, sentBps);
    }

    private long measureReceived() {
        long largestGapNs = 0;
        long secondGapNs = 0;
        long bytes = 0;
        long firstNs = arrivals.get(first);
        long beforeNs = firstNs;
        for (int i = 1; i < count; i++) {
            int slot = slot(i);
            bytes += sizes[slot];
            long arrivalNs = arrivals.get(slot);
            long gapNs = arrivalNs - beforeNs;
            beforeNs = arrivalNs;
            secondGapNs = Math.max(secondGapNs, Math.min(gapNs, largestGapNs));
            largestGapNs = Math.max(largestGapNs, gapNs);
        }
        long spanNs = beforeNs - firstNs - largestGapNs + secondGapNs;
        return (long) (bytes * BIT_NS / Math.max(spanNs, MIN_SPAN_NS));
    }

    /** The rate at which the packets were sent, without those that are older than one that left the window; or -1. */
    private long measureSent() {
        long bytes = 0;
        int packets = 0;
        long firstNs = Long.MAX_VALUE;
        long lastNs = Long.MIN_VALUE;
        int lastSize = 0;
        for (int i = 0; i < count; i++) {
            int slot = slot(i);
            long sentNs = sendTimes.get(slot);
            if (sentNs < latestDiscardedSendNs) {
                continue;
            }
            bytes += sizes[slot];
            packets++;
            firstNs = Math.min(firstNs, sentNs);
            if (sentNs >= lastNs) {
                lastNs = sentNs;
                lastSize = sizes[slot];
            }
        }
        if (packets < config.minPackets()) {
            return -1;
        }
        return (long) ((bytes - lastSize) * BIT_NS / Math.max(lastNs - firstNs, MIN_SPAN_NS));
    }

    /** Forgets everything: the receiver was silent, or its clock jumped. */
    public void reset() {
        count = 0;
        bps = -1;
        sentBps = -1;
        latestDiscardedSendNs = Long.MIN_VALUE;
    }

    /** The acknowledged bitrate in bit/s; -1 while too few packets are known. */
    public long bps() {
        return bps;
    }

    /** The rate at which the packets of the window were sent; -1 while too few packets are known. */
    public long sentBps() {
        return sentBps;
    }

    /** Its fields. Arrivals are on the clock of the receiver. */
    public void state(Fields fields) {
        int slots = 1 << fields.i32(Integer.numberOfTrailingZeros(sizes.length), FIRST_SLOT_BITS, MAX_SLOT_BITS);
        int packets = fields.i32(count, 0, slots);
        if (fields.isReading()) {
            arrivals = new NearTimes(slots);
            sendTimes = new NearTimes(slots);
            sizes = new char[slots];
            first = 0;
            count = packets;
        }
        for (int i = 0; i < packets; i++) {
            int slot = slot(i);
            arrivals.put(slot, fields.i64(arrivals.get(slot)));
            sendTimes.put(slot, fields.time(sendTimes.get(slot)));
            sizes[slot] = (char) fields.i32(sizes[slot], 0, Character.MAX_VALUE);
        }
        roomyUpdates = fields.i32(roomyUpdates, 0, ROOMY_UPDATES);
        latestDiscardedSendNs = fields.time(latestDiscardedSendNs);
        bps = fields.i64(bps);
        sentBps = fields.i64(sentBps);
    }
}

package org.starbridge.bandwidth.feedback;

import java.util.Arrays;

/**
 * Results in one feedback that were not known before: packets that arrived, in the order of arrival, and packets that
 * were lost. Filled by {@link FeedbackAdapter}. One object serves all receivers of a worker; the arrays grow to the
 * longest feedback and stay.
 */
public final class PacketResults {
    private static final int FIRST_CAPACITY = 128;
    private static final int INDEX_BITS = 16;
    private static final int MAX_COUNT = 1 << INDEX_BITS;

    private long[] sendTimesNs = new long[FIRST_CAPACITY];
    private long[] arrivalTicks = new long[FIRST_CAPACITY];
    private int[] sizes = new int[FIRST_CAPACITY];
    private int[] probeIds = new int[FIRST_CAPACITY];
    private boolean[] recovered = new boolean[FIRST_CAPACITY];
    private long[] order = new long[FIRST_CAPACITY];
    private int count;

    private int lostCount;
    private long lostBytes;
    private long lastSendTimeNs;
    private long firstSendTimeNs;

    /** Nothing yet. */
    public PacketResults() {}

    /** Forgets everything. */
    public void clear() {
        count = 0;
        lostCount = 0;
        lostBytes = 0;
        lastSendTimeNs = Long.MIN_VALUE;
        firstSendTimeNs = Long.MAX_VALUE;
    }

    /** Adds a packet that arrived. {@code wasLost}: an earlier feedback called it lost. */
    public void addReceived(long sendTimeNs, long arrivalTicks, int sizeBytes, int probeId, boolean wasLost) {
        if (count == MAX_COUNT) {
            return;
        }
        if (count == sizes.length) {
            grow(2 * count);
        }
        sendTimesNs[count] = sendTimeNs;
        this.arrivalTicks[count] = arrivalTicks;
        sizes[count] = sizeBytes;
        probeIds[count] = probeId;
        recovered[count] = wasLost;
        count++;
        noteSendTime(sendTimeNs);
    }

    /** Adds a packet that was lost. */
    public void addLost(long sendTimeNs, int sizeBytes) {
        lostCount++;
        lostBytes += sizeBytes;
        noteSendTime(sendTimeNs);
    }

    private void noteSendTime(long sendTimeNs) {
        firstSendTimeNs = Math.min(firstSendTimeNs, sendTimeNs);
        lastSendTimeNs = Math.max(lastSendTimeNs, sendTimeNs);
    }

    private void grow(int capacity) {
        sendTimesNs = Arrays.copyOf(sendTimesNs, capacity);
        arrivalTicks = Arrays.copyOf(arrivalTicks, capacity);
        sizes = Arrays.copyOf(sizes, capacity);
        probeIds = Arrays.copyOf(probeIds, capacity);
        recovered = Arrays.copyOf(recovered, capacity);
        order = Arrays.copyOf(order, capacity);
    }

    /** Puts the received packets in the order of arrival, those that arrived together in the order of sending. */
    public void sortByArrival() {
        long base = Long.MAX_VALUE;
        for (int i = 0; i < count; i++) {
            base = Math.min(base, arrivalTicks[i]);
        }
        boolean sorted = true;
        for (int i = 0; i < count; i++) {
            order[i] = (arrivalTicks[i] - base) << INDEX_BITS | i;
            sorted = sorted && (i == 0 || order[i] > order[i - 1]);
        }
        if (!sorted) {
            Arrays.sort(order, 0, count);
        }
    }

    private int index(int i) {
        return (int) order[i] & (MAX_COUNT - 1);
    }

    /** Returns the number of packets that arrived. */
    public int count() {
        return count;
    }

    /** Returns the time at which the i-th packet to arrive was sent. */
    public long sendTimeNs(int i) {
        return sendTimesNs[index(i)];
    }

    /** Returns its arrival time on the receiver's clock, which has another zero than ours. */
    public long arrivalNs(int i) {
        return arrivalTicks[index(i)] * FeedbackReport.TICK_NS;
    }

    /** Its size in bytes. */
    public int sizeBytes(int i) {
        return sizes[index(i)];
    }

    /** Its probe, 1 to 255, or 0. */
    public int probeId(int i) {
        return probeIds[index(i)];
    }

    /** Returns whether an earlier feedback called it lost. */
    public boolean wasLost(int i) {
        return recovered[index(i)];
    }

    /** Returns the number of packets that were lost. */
    public int lostCount() {
        return lostCount;
    }

    /** Returns the number of bytes that were lost. */
    public long lostBytes() {
        return lostBytes;
    }

    /** Returns whether the feedback said nothing new. */
    public boolean isEmpty() {
        return count == 0 && lostCount == 0;
    }

    /** Returns the time at which the first packet of the feedback was sent, lost ones included. */
    public long firstSendTimeNs() {
        return firstSendTimeNs;
    }

    /** Returns the time at which the last packet of the feedback was sent, lost ones included. */
    public long lastSendTimeNs() {
        return lastSendTimeNs;
    }
}

package org.starbridge.bandwidth.feedback;

import java.util.Arrays;

/**
 * The content of one transport-wide feedback as its parser found it: {@link #begin}, then {@link #addReceived} and
 * {@link #addMissing} in the order of the sequence numbers. One object serves all receivers of a worker; the arrays
 * grow to the longest report and stay.
 */
public final class FeedbackReport {
    /** The unit of arrival times: 250 µs. */
    public static final long TICK_NS = 250_000L;

    static final int TICKS_PER_REFERENCE = 256;
    static final long MISSING = Long.MIN_VALUE;

    private static final int FIRST_CAPACITY = 128;

    private int[] numbers = new int[FIRST_CAPACITY];
    private long[] arrivalTicks = new long[FIRST_CAPACITY];
    private int count;
    private int referenceTime;

    /** An empty report. */
    public FeedbackReport() {}

    /**
     * Starts the next report and forgets the one before.
     *
     * @param referenceTime in units of 64 ms on the receiver's clock, 24 bits, signed
     */
    public void begin(int referenceTime) {
        this.referenceTime = referenceTime;
        count = 0;
    }

    /**
     * Adds a received packet.
     *
     * @param number the transport-wide sequence number, low 16 bits
     * @param arrivalTicks in 250 µs on the receiver's clock: the reference time × 256 plus the sum of the deltas
     */
    public void addReceived(int number, long arrivalTicks) {
        add(number, arrivalTicks);
    }

    /** Adds a packet that had not arrived. */
    public void addMissing(int number) {
        add(number, MISSING);
    }

    private void add(int number, long ticks) {
        if (count == numbers.length) {
            numbers = Arrays.copyOf(numbers, 2 * count);
            arrivalTicks = Arrays.copyOf(arrivalTicks, 2 * count);
        }
        numbers[count] = number & 0xFFFF;
        arrivalTicks[count++] = ticks;
    }

    /** Returns the number of packets that were added. */
    public int count() {
        return count;
    }

    /** The reference time in 64 ms, signed. */
    public int referenceTime() {
        return referenceTime;
    }

    /** The transport-wide number of the packet at {@code index}, 0 to 65535. */
    public int number(int index) {
        return numbers[index];
    }

    /** Returns whether the packet at {@code index} was received. */
    public boolean isReceived(int index) {
        return arrivalTicks[index] != MISSING;
    }

    /** Returns the arrival time of the packet at {@code index}, in 250 µs; only if it was received. */
    public long arrivalTicks(int index) {
        return arrivalTicks[index];
    }
}

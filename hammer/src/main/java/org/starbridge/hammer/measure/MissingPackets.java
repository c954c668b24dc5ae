package org.starbridge.hammer.measure;

/**
 * Packets that are missing of one received stream and are asked for again (RFC 4585 section 6.2.1): after 10 ms, when
 * they are not just reordered, then each 50 ms, at most ten times. Owned by the receiver's thread; allocates nothing
 * per packet.
 */
public final class MissingPackets {
    static final int CAPACITY = 256;
    static final int MAX_REQUESTS = 10;
    static final long FIRST_REQUEST_NS = 10_000_000;
    static final long INTERVAL_NS = 50_000_000;

    private final long[] numbers = new long[CAPACITY];
    private final long[] dueNs = new long[CAPACITY];
    private final int[] requests = new int[CAPACITY];
    private int count;
    private long highest = -1;

    /**
     * A packet came that did not come before.
     *
     * @return whether it had been asked for
     */
    public boolean onPacket(long extSeq, long nowNs) {
        if (extSeq > highest) {
            if (highest >= 0 && extSeq - highest <= CAPACITY) {
                for (long number = highest + 1; number < extSeq && count < CAPACITY; number++) {
                    numbers[count] = number;
                    dueNs[count] = nowNs + FIRST_REQUEST_NS;
                    requests[count] = 0;
                    count++;
                }
            }
            highest = extSeq;
            return false;
        }
        for (int i = 0; i < count; i++) {
            if (numbers[i] == extSeq) {
                boolean asked = requests[i] > 0;
                remove(i);
                return asked;
            }
        }
        return false;
    }

    /**
     * Takes a number that is to be asked for now, and counts it as asked for.
     *
     * @return the number, or -1 if there is none
     */
    public long poll(long nowNs) {
        for (int i = count - 1; i >= 0; i--) {
            if (dueNs[i] <= nowNs) {
                if (requests[i] >= MAX_REQUESTS) {
                    remove(i);
                } else {
                    requests[i]++;
                    dueNs[i] = nowNs + INTERVAL_NS;
                    return numbers[i];
                }
            }
        }
        return -1;
    }

    /** Returns the time at which something is to be asked for next; {@link Long#MAX_VALUE} when nothing is missing. */
    public long nextDeadlineNs() {
        long deadline = Long.MAX_VALUE;
        for (int i = 0; i < count; i++) {
            deadline = Math.min(deadline, dueNs[i]);
        }
        return deadline;
    }

    private void remove(int i) {
        count--;
        numbers[i] = numbers[count];
        dueNs[i] = dueNs[count];
        requests[i] = requests[count];
    }
}

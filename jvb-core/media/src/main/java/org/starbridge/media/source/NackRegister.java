package org.starbridge.media.source;

import org.starbridge.rtp.rtcp.GenericNackWriter;
import org.starbridge.rtp.state.State;
import org.starbridge.rtp.state.StateException;

/**
 * Missing packets of one stream, and when to ask for them: RFC 4585 section 6.2.1. Owned by one worker.
 *
 * <p>A gap is first asked for after {@link #REORDER_NS}, when it is not just reordering, then about once a round trip.
 * A number is given up after {@link #MAX_REQUESTS} requests or {@link #MAX_AGE_NS}, and when there are more than
 * {@link #CAPACITY} newer ones; a gap longer than that is no loss but a jump, and ends all waiting. A later key frame
 * does not end it: pictures before the key frame are still shown, and recorded.
 */
final class NackRegister {
    /** Missing numbers that are known at one time: a second of video at 2 Mbit/s. */
    static final int CAPACITY = 256;

    static final int MAX_REQUESTS = 10;
    static final long MAX_AGE_NS = 1_000_000_000;
    static final long REORDER_NS = 10_000_000;

    /** While the round trip is unknown. */
    private static final long DEFAULT_ROUND_TRIP_NS = 100_000_000;
    /** An answer that takes longer than the round trip by this is still waited for. */
    private static final long PATIENCE_NS = 10_000_000;

    private static final long MIN_INTERVAL_NS = 20_000_000;
    private static final long MAX_INTERVAL_NS = 300_000_000;

    private final long[] numbers = new long[CAPACITY]; // ascending
    private final long[] sinceNs = new long[CAPACITY];
    private final long[] dueNs = new long[CAPACITY];
    private final int[] requests = new int[CAPACITY];
    private int count;
    private long nextDeadlineNs = Long.MAX_VALUE;
    private boolean givenUp;
    /** No decoder needs what is before it. */
    private long keyFrameSeq = Long.MIN_VALUE;

    /**
     * A packet came that is beyond all others.
     *
     * @param highestBefore the highest number before it
     * @return whether {@link #nextDeadlineNs()} came nearer
     */
    boolean onNew(long extSeq, long highestBefore, long nowNs) {
        if (count == 0) {
            nextDeadlineNs = Long.MAX_VALUE; // whatever was waited for has come
        }
        long missing = extSeq - highestBefore - 1;
        if (missing == 0) {
            return false;
        }
        if (missing > CAPACITY) {
            clear();
            givenUp = true;
            return false;
        }
        int tooMany = Math.max(0, count + (int) missing - CAPACITY);
        givenUp |= tooMany > 0 && numbers[tooMany - 1] >= keyFrameSeq;
        removeFirst(tooMany);
        for (long number = highestBefore + 1; number < extSeq; number++) {
            numbers[count] = number;
            sinceNs[count] = nowNs;
            dueNs[count] = nowNs + REORDER_NS;
            requests[count] = 0;
            count++;
        }
        boolean nearer = nowNs + REORDER_NS < nextDeadlineNs;
        if (nearer) {
            nextDeadlineNs = nowNs + REORDER_NS;
        }
        return nearer;
    }

    /** A packet came that was missing; true if it had been asked for. */
    boolean onLate(long extSeq) {
        int i = java.util.Arrays.binarySearch(numbers, 0, count, extSeq);
        if (i < 0) {
            return false;
        }
        boolean asked = requests[i] > 0;
        count--;
        move(i + 1, i, count - i);
        return asked;
    }

    /** A key frame begins: what is given up before it needs no other one. */
    void onKeyFrame(long extSeq) {
        keyFrameSeq = Math.max(keyFrameSeq, extSeq);
        givenUp = false;
    }

    /** Returns whether something was given up that no key frame made superfluous; the answer is given once. */
    boolean takeGivenUp() {
        boolean was = givenUp;
        givenUp = false;
        return was;
    }

    /** Forgets everything. */
    void clear() {
        count = 0;
        keyFrameSeq = Long.MIN_VALUE;
        givenUp = false;
        nextDeadlineNs = Long.MAX_VALUE;
    }

    /** Missing numbers that are waited for. */
    int size() {
        return count;
    }

    /** Returns the time at which something is to be asked for; it may turn out that nothing is any more. */
    long nextDeadlineNs() {
        return count == 0 ? Long.MAX_VALUE : nextDeadlineNs;
    }

    /**
     * Adds what is due to a NACK. What does not fit stays due.
     *
     * @param roundTripNs to the sender and back, 0 while unknown
     * @return how many numbers were added
     */
    int collect(GenericNackWriter nack, long nowNs, long roundTripNs) {
        long intervalNs = Math.clamp(
                (roundTripNs == 0 ? DEFAULT_ROUND_TRIP_NS : roundTripNs) + PATIENCE_NS,
                MIN_INTERVAL_NS,
                MAX_INTERVAL_NS);
        int added = 0;
        int kept = 0;
        boolean full = false;
        nextDeadlineNs = Long.MAX_VALUE;
        for (int i = 0; i < count; i++) {
            if (dueNs[i] <= nowNs && !full) {
                if (requests[i] >= MAX_REQUESTS || nowNs - sinceNs[i] > MAX_AGE_NS) {
                    givenUp |= numbers[i] >= keyFrameSeq;
                    continue;
                }
                if (nack.add(numbers[i])) {
                    added++;
                    requests[i]++;
                    dueNs[i] = nowNs + intervalNs;
                } else {
                    full = true;
                }
            }
            nextDeadlineNs = Math.min(nextDeadlineNs, dueNs[i]);
            move(i, kept, 1);
            kept++;
        }
        count = kept;
        return added;
    }

    private void removeFirst(int n) {
        count -= n;
        move(n, 0, count);
    }

    private void move(int from, int to, int n) {
        if (from == to || n <= 0) {
            return;
        }
        System.arraycopy(numbers, from, numbers, to, n);
        System.arraycopy(sinceNs, from, sinceNs, to, n);
        System.arraycopy(dueNs, from, dueNs, to, n);
        System.arraycopy(requests, from, requests, to, n);
    }

    /** Its part of a snapshot. */
    void state(State state) throws StateException {
        count = state.i32(count, 0, CAPACITY);
        for (int i = 0; i < count; i++) {
            numbers[i] = state.i64(numbers[i]);
            sinceNs[i] = state.time(sinceNs[i]);
            dueNs[i] = state.time(dueNs[i]);
            requests[i] = state.i32(requests[i]);
        }
        nextDeadlineNs = state.time(nextDeadlineNs);
        givenUp = state.bool(givenUp);
        keyFrameSeq = state.i64(keyFrameSeq);
    }
}

package org.starbridge.hammer.measure;

import org.starbridge.hammer.media.SentLog;

/**
 * The last {@value #SPANS} stretches of a received stream in which the bridge shifted sequence numbers by the same
 * amount: so much is known about the place of a packet that comes late. Owned by the receiver's thread.
 */
final class ShiftSpans {
    static final int SPANS = 64;

    private static final long[] NONE = {};

    private final SentLog log;
    private final SentLog.Entry entry = new SentLog.Entry();
    // Made with the first stretch.
    private long[] first = NONE;
    private long[] last = NONE;
    private long[] shifts = NONE;
    private int[] timestampDeltas = {};
    private int begun;

    ShiftSpans(SentLog log) {
        this.log = log;
    }

    boolean isEmpty() {
        return begun == 0;
    }

    /** The present shift: the number here minus the sender's; 0 while none is known. */
    long shift() {
        return begun == 0 ? 0 : shifts[place(begun - 1)];
    }

    /** Returns what the bridge adds to timestamps at present. */
    int timestampDelta() {
        return begun == 0 ? 0 : timestampDeltas[place(begun - 1)];
    }

    /** The number here of the newest packet of which the shift is known. */
    long newest() {
        return last[place(begun - 1)];
    }

    /** From this packet on, the newest one, the shift is another one; returns whether it is. */
    boolean begin(long arrivedExtSeq, long sentExtSeq, int timestampDelta) {
        long shift = arrivedExtSeq - sentExtSeq;
        if (begun > 0 && shift == shift() && timestampDelta == timestampDelta()) {
            last[place(begun - 1)] = arrivedExtSeq;
            return false;
        }
        if (begun == 0) {
            first = new long[SPANS];
            last = new long[SPANS];
            shifts = new long[SPANS];
            timestampDeltas = new int[SPANS];
        }
        int i = place(begun++);
        first[i] = arrivedExtSeq;
        last[i] = arrivedExtSeq;
        shifts[i] = shift;
        timestampDeltas[i] = timestampDelta;
        return true;
    }

    /** Returns whether a packet came after the newest one of which the shift is known. */
    boolean isBeyond(long arrivedExtSeq) {
        return begun == 0 || arrivedExtSeq > newest();
    }

    /** Returns whether nothing is known any more of the time when a late packet was sent. */
    boolean isForgotten(long arrivedExtSeq) {
        return begun > SPANS && arrivedExtSeq < first[place(begun)];
    }

    /**
     * Returns whether a late packet has its place: in a stretch by that one's shift, between two stretches after the
     * one and before the other.
     */
    boolean explain(long arrivedExtSeq, int rtpTimestamp, long payloadHash) {
        int oldest = Math.max(0, begun - SPANS);
        int span = begun - 1;
        while (span >= oldest && first[place(span)] > arrivedExtSeq) {
            span--;
        }
        if (span >= oldest && arrivedExtSeq <= last[place(span)]) {
            return isIdentified(span, rtpTimestamp, payloadHash)
                    && entry.extSeq() == arrivedExtSeq - shifts[place(span)];
        }
        boolean hasBefore = span >= oldest;
        return (hasBefore && isIdentified(span, rtpTimestamp, payloadHash) && isBetween(span, true))
                || (isIdentified(span + 1, rtpTimestamp, payloadHash) && isBetween(span, hasBefore));
    }

    private boolean isIdentified(int span, int rtpTimestamp, long payloadHash) {
        return log.findByPayload(payloadHash, rtpTimestamp - timestampDeltas[place(span)], entry);
    }

    /** Returns whether what was found was sent after a stretch, if there was one, and before the next. */
    private boolean isBetween(int span, boolean hasBefore) {
        int next = place(span + 1);
        long sentNext = first[next] - shifts[next];
        if (!hasBefore) {
            return entry.extSeq() < sentNext;
        }
        long sentBefore = last[place(span)] - shifts[place(span)];
        boolean isAfter = entry.extSeq() > sentBefore;
        boolean isBefore = entry.extSeq() < sentNext;
        return sentNext > sentBefore ? isAfter && isBefore : isAfter || isBefore; // else the sender began again
    }

    private static int place(int span) {
        return span & SPANS - 1;
    }
}

package org.starbridge.hammer.measure;

import org.starbridge.hammer.media.SentLog;

/**
 * Guesses at packets that are not where they were expected: up to {@value #MOST} about the first one, each a packet
 * with this payload that was sent lately, and what the bridge would then add to timestamps. Each further packet keeps
 * those guesses under which it is a later packet of the same sender. Owned by the receiver's thread.
 */
final class ShiftGuesses {
    static final int MOST = 8;

    private static final long NONE = -1;

    private final SentLog log;
    private final SentLog.Entry entry = new SentLog.Entry();
    private final long[] sent = new long[MOST];
    private final long[] next = new long[MOST];
    private final int[] timestampDeltas = new int[MOST];
    private int count;
    private int packets;
    private long first;
    private long newest;

    ShiftGuesses(SentLog log) {
        this.log = log;
    }

    /** Returns the number of packets that agree on what is left; 0 if nothing is guessed. */
    int packets() {
        return packets;
    }

    /** The number of the packet that began it, as it arrived. */
    long first() {
        return first;
    }

    /** The number of the newest of the packets, as it arrived. */
    long newest() {
        return newest;
    }

    /** The sender's number of the newest of the packets, by the best guess. */
    long sentExtSeq() {
        return sent[0];
    }

    /** Returns what the bridge adds to timestamps, by the best guess. */
    int timestampDelta() {
        return timestampDeltas[0];
    }

    void clear() {
        packets = 0;
        count = 0;
    }

    /**
     * Begins with a packet.
     *
     * @param usualDelta what is added to timestamps up to now: the best guess is that this stays; else what was sent
     *     later is the better guess
     * @return false if its payload was not sent lately
     */
    boolean begin(long arrivedExtSeq, int rtpTimestamp, long payloadHash, int usualDelta) {
        count = 0;
        if (log.findByPayload(payloadHash, rtpTimestamp - usualDelta, entry)) {
            add(entry.extSeq(), usualDelta);
        }
        long before = Long.MAX_VALUE;
        while (count < MOST && log.findAlike(payloadHash, before, entry)) {
            before = entry.extSeq();
            int delta = rtpTimestamp - entry.rtpTimestamp();
            if (delta != usualDelta) {
                add(before, delta);
            }
        }
        first = arrivedExtSeq;
        newest = arrivedExtSeq;
        packets = count > 0 ? 1 : 0;
        return count > 0;
    }

    private void add(long sentExtSeq, int timestampDelta) {
        sent[count] = sentExtSeq;
        timestampDeltas[count] = timestampDelta;
        count++;
    }

    /** Takes another packet; false if no guess agrees with it: then nothing has changed. */
    boolean confirm(long arrivedExtSeq, int rtpTimestamp, long payloadHash) {
        for (int i = 0; i < count; i++) {
            next[i] = NONE;
        }
        boolean isLater = arrivedExtSeq > newest;
        boolean agrees = false;
        long before = Long.MAX_VALUE;
        while (log.findAlike(payloadHash, before, entry)) {
            before = entry.extSeq();
            int delta = rtpTimestamp - entry.rtpTimestamp();
            for (int i = 0; i < count; i++) {
                if (timestampDeltas[i] == delta && before > sent[i] == isLater) {
                    next[i] = before;
                    agrees = true;
                }
            }
        }
        if (agrees) {
            keepConfirmed();
            newest = Math.max(newest, arrivedExtSeq);
            packets++;
        }
        return agrees;
    }

    private void keepConfirmed() {
        int kept = 0;
        for (int i = 0; i < count; i++) {
            if (next[i] != NONE) {
                sent[kept] = Math.max(sent[i], next[i]);
                timestampDeltas[kept] = timestampDeltas[i];
                kept++;
            }
        }
        count = kept;
    }
}

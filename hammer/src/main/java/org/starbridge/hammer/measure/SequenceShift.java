package org.starbridge.hammer.measure;

import org.starbridge.hammer.media.SentLog;

/**
 * Learns by how much a bridge shifts one stream's sequence numbers toward one receiver, from the payloads of decrypted
 * packets, and then checks that every further one has the payload it was sent with. Owned by the receiver's thread.
 *
 * <p>A bridge renumbers a stream for each receiver, and goes on without a gap when it suspends and resumes it: then the
 * shift changes. A payload alone doesn't tell the packet, as silence repeats itself and recordings loop; with its RTP
 * timestamp it does, unless the bridge rewrites timestamps. So no shift at all is believed at once, and another one
 * only when {@value #CONFIRMATIONS} packets in a row agree on it; what came in between is then right after all, and if
 * they don't agree, each was a changed packet.
 */
final class SequenceShift {
    static final int CONFIRMATIONS = 3;

    /** What a payload tells. */
    enum Verdict {
        /** The payload is the one that was sent. */
        SAME,
        /** It may be; too early to tell. */
        UNSURE,
        /** It is not. */
        CHANGED,
        /** The packet was sent too long ago to know. */
        FORGOTTEN
    }

    private final SentLog log;
    private final SentLog.Entry entry = new SentLog.Entry();
    private boolean known;
    private long shift;
    private long candidate;
    private int agreeing;
    private long changed;
    private long changes;

    SequenceShift(SentLog log) {
        this.log = log;
    }

    /** Whether {@link #sentExtSeq} has a meaning. */
    boolean isKnown() {
        return known;
    }

    /** Whether the last payloads were where the known shift says. */
    boolean isSettled() {
        return known && agreeing == 0;
    }

    /** The sender's number of the packet that arrived with this one. */
    long sentExtSeq(long arrivedExtSeq) {
        return arrivedExtSeq - shift;
    }

    /** Packets whose payload was not the sent one at their place; those that may show another shift are among them. */
    long changedPackets() {
        return known ? changed + agreeing : changed;
    }

    /** How often another shift took the place of a known one. */
    long changes() {
        return changes;
    }

    /** Takes a decrypted packet. */
    Verdict onPayload(long arrivedExtSeq, int rtpTimestamp, long payloadHash) {
        if (known) {
            long expected = sentExtSeq(arrivedExtSeq);
            if (log.find(expected, entry)) {
                if (entry.payloadHash() == payloadHash) {
                    settleCandidate();
                    return Verdict.SAME;
                }
            } else if (expected >= 0 && expected < log.newestExtSeq()) {
                return Verdict.FORGOTTEN;
            }
        } else if (log.findBySequence((int) arrivedExtSeq & 0xFFFF, entry) && entry.payloadHash() == payloadHash) {
            become(arrivedExtSeq - entry.extSeq());
            return Verdict.SAME;
        }
        return onUnexpected(arrivedExtSeq, rtpTimestamp, payloadHash);
    }

    private Verdict onUnexpected(long arrivedExtSeq, int rtpTimestamp, long payloadHash) {
        if (!log.findByPayload(payloadHash, rtpTimestamp, entry)) {
            settleCandidate();
            changed++;
            return Verdict.CHANGED;
        }
        long shown = arrivedExtSeq - entry.extSeq();
        if (agreeing > 0 && shown != candidate) {
            settleCandidate();
        }
        candidate = shown;
        agreeing++;
        if (agreeing < CONFIRMATIONS) {
            return Verdict.UNSURE;
        }
        changes += known ? 1 : 0;
        become(candidate);
        return Verdict.SAME;
    }

    private void become(long newShift) {
        known = true;
        shift = newShift;
        agreeing = 0;
    }

    /** The shift that was shown by some packets is not confirmed: these packets were wrong where they stood. */
    private void settleCandidate() {
        if (known) {
            changed += agreeing;
        }
        agreeing = 0;
    }
}

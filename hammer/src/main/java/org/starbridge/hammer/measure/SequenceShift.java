package org.starbridge.hammer.measure;

import org.starbridge.hammer.media.SentLog;

/**
 * Learns by how much a bridge shifts one stream's sequence numbers toward one receiver, from the payloads of decrypted
 * packets, and then checks that every further one has the payload it was sent with. Owned by the receiver's thread.
 *
 * <p>A bridge renumbers a stream for each receiver. It goes on without a gap when it suspends and resumes it, or leaves
 * frames out; then the shift changes, with each frame perhaps. A payload alone does not identify a packet, because
 * silence repeats itself and recordings loop. Payload and RTP timestamp together do, as long as the bridge adds the
 * same to all timestamps:
 *
 * <ul>
 *   <li>A packet that is identified and keeps its place, later than what is earlier by number, shows the new shift.
 *   <li>A packet that came late, from before the change, is right under the shift of that time.
 *   <li>Any other packet whose payload was sent may show that the bridge adds something else to timestamps from now on,
 *       or that the sender began again. That is believed when {@value #CONFIRMATIONS} packets in a row agree on it;
 *       what came in between is then right after all. If they do not agree, each was a changed packet.
 * </ul>
 */
final class SequenceShift {
    static final int CONFIRMATIONS = 3;

    /** Verdict on a payload. */
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
    private final ShiftSpans spans;
    private final ShiftGuesses guesses;
    private long changed;
    private long changes;

    SequenceShift(SentLog log) {
        this.log = log;
        spans = new ShiftSpans(log);
        guesses = new ShiftGuesses(log);
    }

    /** Returns whether {@link #sentExtSeq} has a meaning. */
    boolean isKnown() {
        return !spans.isEmpty();
    }

    /** Returns whether the last payloads were where the known shift says. */
    boolean isSettled() {
        return isKnown() && guesses.packets() == 0;
    }

    /** The sender's number of the packet that arrived with this one. */
    long sentExtSeq(long arrivedExtSeq) {
        return arrivedExtSeq - spans.shift();
    }

    /** Returns what the bridge adds to timestamps. */
    int timestampDelta() {
        return spans.timestampDelta();
    }

    /** Packets whose payload was not the sent one at their place; those that may show another shift are among them. */
    long changedPackets() {
        return isKnown() ? changed + guesses.packets() : changed;
    }

    /** Returns how often another shift took the place of a known one. */
    long changes() {
        return changes;
    }

    /** Takes a decrypted packet. */
    Verdict onPayload(long arrivedExtSeq, int rtpTimestamp, long payloadHash) {
        if (!spans.isBeyond(arrivedExtSeq)) {
            return onLate(arrivedExtSeq, rtpTimestamp, payloadHash);
        }
        int delta = spans.timestampDelta();
        boolean isLogged = findExpected(arrivedExtSeq);
        boolean isSame = isLogged && entry.payloadHash() == payloadHash && rtpTimestamp - entry.rtpTimestamp() == delta;
        boolean isIdentified = isSame || log.findByPayload(payloadHash, rtpTimestamp - delta, entry);
        if (isSame || (isIdentified && isLater(entry.extSeq()))) {
            if (guesses.packets() > 0 && (!isKnown() || arrivedExtSeq > guesses.first())) {
                refuteGuesses();
            }
            stand(arrivedExtSeq, entry.extSeq(), delta);
            return Verdict.SAME;
        }
        if (!isLogged && !isIdentified && isForgotten(arrivedExtSeq)) {
            return Verdict.FORGOTTEN;
        }
        return onUnexpected(arrivedExtSeq, rtpTimestamp, payloadHash);
    }

    private boolean findExpected(long arrivedExtSeq) {
        return isKnown()
                ? log.find(sentExtSeq(arrivedExtSeq), entry)
                : log.findBySequence((int) arrivedExtSeq & 0xFFFF, entry);
    }

    private boolean isForgotten(long arrivedExtSeq) {
        return isKnown() && sentExtSeq(arrivedExtSeq) >= 0 && sentExtSeq(arrivedExtSeq) < log.newestExtSeq();
    }

    private boolean isLater(long sentExtSeq) {
        return !isKnown() || sentExtSeq > sentExtSeq(spans.newest());
    }

    private Verdict onLate(long arrivedExtSeq, int rtpTimestamp, long payloadHash) {
        if (spans.explain(arrivedExtSeq, rtpTimestamp, payloadHash)) {
            return Verdict.SAME;
        }
        boolean isLogged = log.find(sentExtSeq(arrivedExtSeq), entry);
        if (spans.isForgotten(arrivedExtSeq) || (!isLogged && isForgotten(arrivedExtSeq))) {
            return Verdict.FORGOTTEN;
        }
        changed++;
        return Verdict.CHANGED;
    }

    private void stand(long arrivedExtSeq, long sentExtSeq, int timestampDelta) {
        boolean wasKnown = isKnown();
        boolean isAnother = spans.begin(arrivedExtSeq, sentExtSeq, timestampDelta);
        changes += wasKnown && isAnother ? 1 : 0;
    }

    private Verdict onUnexpected(long arrivedExtSeq, int rtpTimestamp, long payloadHash) {
        if (guesses.packets() > 0 && !guesses.confirm(arrivedExtSeq, rtpTimestamp, payloadHash)) {
            refuteGuesses();
        }
        if (guesses.packets() == 0
                && !guesses.begin(arrivedExtSeq, rtpTimestamp, payloadHash, spans.timestampDelta())) {
            changed++;
            return Verdict.CHANGED;
        }
        if (guesses.packets() < CONFIRMATIONS) {
            return Verdict.UNSURE;
        }
        stand(guesses.newest(), guesses.sentExtSeq(), guesses.timestampDelta());
        guesses.clear();
        return Verdict.SAME;
    }

    /** Refutes what some packets may have shown: these packets were wrong where they stood. */
    private void refuteGuesses() {
        if (isKnown()) {
            changed += guesses.packets();
        }
        guesses.clear();
    }
}

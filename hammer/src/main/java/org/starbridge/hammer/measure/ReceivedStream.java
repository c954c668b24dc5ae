package org.starbridge.hammer.measure;

import org.starbridge.hammer.media.SentLog;

/**
 * One receiver's view of one sent stream: what arrived in the measured window, how often, in which order, and on a
 * sample with which payload and after which time. Owned by the receiver's thread.
 *
 * <p>For each packet, by its header alone: {@link #onPacket}; if that answers true, and {@link #wantsPayload} does,
 * too, the caller decrypts and says {@link #onPayload} or {@link #onUndecryptable}; then {@link #count}.
 */
public final class ReceivedStream {
    private final SentStream sent;
    private final int sampleEvery;
    private final int relays;
    private final SequenceWindow window = new SequenceWindow();
    private final SequenceShift shift;
    private final SentLog.Entry entry = new SentLog.Entry();
    private SequenceWindow.Arrival arrival = SequenceWindow.Arrival.TOO_OLD;
    private long sinceSample;
    private long packets;
    private long receivedInWindow;
    private long reorderedInWindow;
    private long recoveredInWindow;
    private long duplicatesInWindow;
    private long tooOld;
    private long payloadsCompared;
    private long undecryptable;
    private long wrongMarkers;
    private long newestWhenAsked = -1;

    /** One of the same bridge. */
    public ReceivedStream(SentStream sent, int sampleEvery) {
        this(sent, sampleEvery, 0);
    }

    /**
     * The same.
     *
     * @param sampleEvery how many packets to a decrypted one; 1 decrypts all
     * @param relays how many relays between bridges are on its way
     */
    public ReceivedStream(SentStream sent, int sampleEvery, int relays) {
        if (sampleEvery < 1) {
            throw new IllegalArgumentException("sampleEvery " + sampleEvery + ": expected 1 or more");
        }
        this.sent = sent;
        this.sampleEvery = sampleEvery;
        this.relays = relays;
        shift = new SequenceShift(sent.log());
    }

    /** Returns the sent stream that is received here. */
    public SentStream sent() {
        return sent;
    }

    /**
     * Takes a packet's sequence number, 0 to 65535; false if it is to be left alone: a duplicate, or too old to tell.
     */
    public boolean onPacket(int sequence) {
        arrival = window.onPacket(sequence);
        packets++;
        sinceSample++;
        switch (arrival) {
            case NEWEST, REORDERED -> {
                return true;
            }
            case DUPLICATE -> duplicatesInWindow += isInWindow() ? 1 : 0;
            case TOO_OLD -> tooOld++;
        }
        return false;
    }

    /**
     * Returns whether this packet is to be decrypted: one of the sample, or its place in the sent stream is still
     * unknown.
     */
    public boolean wantsPayload() {
        return sinceSample >= sampleEvery || !shift.isKnown() || payloadsCompared == 0;
    }

    /**
     * Compares a decrypted packet with what was sent; {@code rtpTimestamp}, all 32 bits, helps to find out which packet
     * it is.
     */
    public void onPayload(int rtpTimestamp, boolean isMarked, long payloadHash) {
        SequenceShift.Verdict verdict = shift.onPayload(window.current(), rtpTimestamp, payloadHash);
        sinceSample = verdict == SequenceShift.Verdict.UNSURE ? sampleEvery : 0;
        if (verdict == SequenceShift.Verdict.SAME
                && sent.log().find(shift.sentExtSeq(window.current()), entry)
                && entry.payloadHash() == payloadHash) {
            wrongMarkers += entry.isMarked() == isMarked ? 0 : 1;
        }
        if (verdict == SequenceShift.Verdict.SAME || verdict == SequenceShift.Verdict.CHANGED) {
            payloadsCompared++;
        }
    }

    /** As {@link #onPayload}, of a packet that was sent again. */
    public void onRecoveredPayload(int rtpTimestamp, long payloadHash) {
        SequenceShift.Verdict verdict = shift.onPayload(window.current(), rtpTimestamp, payloadHash);
        if (verdict == SequenceShift.Verdict.SAME || verdict == SequenceShift.Verdict.CHANGED) {
            payloadsCompared++;
        }
    }

    /** The packet is dealt with and came because it had been asked for: it was lost, and is not counted as received. */
    public void countRecovered() {
        recoveredInWindow += isInWindow() ? 1 : 0;
    }

    /** The packet was refused by SRTP. */
    public void onUndecryptable() {
        undecryptable++;
    }

    /**
     * The packet is dealt with: counts it, and how long it took, if it belongs to the window. A timestamp that does not
     * fit shows that the bridge has changed the numbers since the last payload; the next payload is wanted then.
     *
     * @param rtpTimestamp all 32 bits
     */
    public void count(int rtpTimestamp, long arrivalNs, DelaySample delays) {
        if (isInWindow()) {
            receivedInWindow++;
            reorderedInWindow += arrival == SequenceWindow.Arrival.REORDERED ? 1 : 0;
            if (shift.isSettled() && !isDelayKnown(rtpTimestamp, arrivalNs, delays)) {
                sinceSample = sampleEvery;
            }
        }
    }

    private boolean isDelayKnown(int rtpTimestamp, long arrivalNs, DelaySample delays) {
        long extSeq = shift.sentExtSeq(window.current());
        return delays.onPacket(sent, relays, extSeq, rtpTimestamp - shift.timestampDelta(), arrivalNs);
    }

    /** Returns whether the packet taken last was sent in the window. */
    public boolean isInWindow() {
        return shift.isKnown() && shift.sentExtSeq(window.current()) >= sent.windowStart();
    }

    /** The extended sequence number, as the bridge counts, of the packet taken last. */
    public long currentExtSeq() {
        return window.current();
    }

    /** Returns whether packets come and it is known which of the sent ones they are. */
    public boolean isFlowing() {
        return shift.isKnown();
    }

    /** Packets of any time, duplicates included. */
    public long packets() {
        return packets;
    }

    /** Different packets of the window. */
    public long receivedInWindow() {
        return receivedInWindow;
    }

    /** Packets of the window that came behind a later one. */
    public long reorderedInWindow() {
        return reorderedInWindow;
    }

    /** Packets of the window that were lost and came when they had been asked for. */
    public long recoveredInWindow() {
        return recoveredInWindow;
    }

    /** Packets of the window that came again. */
    public long duplicatesInWindow() {
        return duplicatesInWindow;
    }

    /** Packets so late that it is unknown whether they came before; they are not counted as received. */
    public long tooOld() {
        return tooOld;
    }

    /** Returns the number of payloads of any time that could be compared with the sent ones. */
    public long payloadsCompared() {
        return payloadsCompared;
    }

    /** Packets, of any time, whose payload was not the sent one or that SRTP refused. */
    public long contentErrors() {
        return shift.changedPackets() + undecryptable;
    }

    /** Packets, of any time, whose payload was the sent one and whose marker was not. */
    public long wrongMarkers() {
        return wrongMarkers;
    }

    /** Tells the clock when the newest packet was sent, and with which timestamp it came; false if that is unknown. */
    public boolean tellNewest(ReportedClock clock) {
        if (!shift.isSettled() || !sent.log().find(shift.sentExtSeq(window.highest()), entry)) {
            return false;
        }
        clock.onSent(entry.rtpTimestamp() + shift.timestampDelta(), entry.sentNs());
        return true;
    }

    /** Returns how often the bridge shifted the sequence numbers by another amount than before. */
    public long shiftChanges() {
        return shift.changes();
    }

    /**
     * Returns the number of packets missing so far: of those sent before the last call, or before the newest packet
     * that arrived. What is only late counts until it comes.
     */
    public long missingSoFar() {
        long sentBefore = newestWhenAsked;
        newestWhenAsked = sent.log().newestExtSeq();
        long start = sent.windowStart();
        if (!shift.isKnown() || start == Long.MAX_VALUE) {
            return 0;
        }
        long due = Math.max(sentBefore, shift.sentExtSeq(window.highest()));
        return Math.max(0, due - start + 1 - receivedInWindow);
    }
}

package org.starbridge.hammer.client.media;

import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;
import org.starbridge.hammer.client.transport.Outbox;
import org.starbridge.hammer.measure.SentStream;
import org.starbridge.hammer.media.RecordedStream;
import org.starbridge.hammer.media.Replay;
import org.starbridge.transport.srtp.SendStream;
import org.starbridge.transport.srtp.SrtpSender;

/** One replayed stream on its way out: header, extensions, payload, SRTP. Owned by the driver; allocates nothing. */
public final class OutgoingStream implements AutoCloseable {
    /** A packet that left later than this after it was due was sent by a generator that is too slow. */
    static final long LATE_NS = 20_000_000;

    private final SentStream sent;
    private final Replay replay;
    private final SrtpSender srtp;
    private final Histogram lateness;
    private final SendStream stream;
    private final OutgoingHeader header;
    private final @Nullable Retransmitter retransmitter;
    private final @Nullable KeyFrameLoss keyFrameLoss;
    private boolean windowOpen;
    private long payloadBytesBefore;
    private long packetsInWindow;
    private long lateInWindow;

    /**
     * @param lateness takes by how many nanoseconds packets of the window leave late
     * @param header writes the header of each packet
     * @param retransmitter keeps what is sent, so that it can be sent again; null if nothing is
     * @param keyFrameLoss chooses what is left out at first; null if nothing is
     */
    OutgoingStream(
            SentStream sent,
            Replay replay,
            SrtpSender srtp,
            Histogram lateness,
            OutgoingHeader header,
            @Nullable Retransmitter retransmitter,
            @Nullable KeyFrameLoss keyFrameLoss) {
        this.header = header;
        this.retransmitter = retransmitter;
        this.keyFrameLoss = keyFrameLoss;
        this.lateness = lateness;
        this.sent = sent;
        this.replay = replay;
        this.srtp = srtp;
        SendStream made = srtp.stream(sent.ssrc());
        if (made == null) {
            throw new IllegalStateException("no free SRTP stream: expected one for audio and some for video");
        }
        stream = made;
    }

    /**
     * Writes the packets that are due into the outbox.
     *
     * @param transportSequence the endpoint's next transport-wide sequence number
     * @return the one after the last used
     */
    public int send(long nowNs, Outbox outbox, int transportSequence) {
        int next = transportSequence;
        while (nowNs >= replay.nextSendAtNs()) {
            long slot = outbox.slot();
            if (slot == 0) {
                break;
            }
            // The replay spreads what is late, and moves its schedule after a stall: either alone would hide lateness.
            long lateNs = nowNs - replay.nextSendAtNs();
            if (!replay.next(nowNs)) {
                continue;
            }
            lateNs = Math.max(lateNs, nowNs - replay.dueNs());
            write(slot, outbox, next);
            next = next + 1 & 0xFFFF;
            if (windowOpen) {
                packetsInWindow++;
                lateInWindow += lateNs > LATE_NS ? 1 : 0;
                lateness.recordValue(Math.clamp(lateNs, 0, lateness.getHighestTrackableValue()));
            }
        }
        return next;
    }

    private void write(long slot, Outbox outbox, int transportSequence) {
        int headerBytes = header.write(slot, replay, transportSequence);
        int payloadBytes = replay.writePayload(slot + headerBytes);
        if (retransmitter != null) {
            retransmitter.onSent(replay.extSeq(), slot, headerBytes, payloadBytes);
        }
        if (keyFrameLoss != null && windowOpen && keyFrameLoss.leavesOut(replay)) {
            outbox.loseMedia(sent, replay);
            return;
        }
        int length = srtp.protectRtp(stream, replay.extSeq(), slot, headerBytes, payloadBytes, 0, 0);
        if (length < 0) {
            throw new IllegalStateException("SRTP failed to protect packet " + replay.extSeq() + ": result " + length);
        }
        outbox.commitMedia(length, sent, replay);
    }

    /** The bridge asks for a packet, by the 16 bits on the wire. */
    void retransmit(int sequence, Outbox outbox) {
        if (keyFrameLoss != null) {
            keyFrameLoss.onAsked(sequence);
        }
        if (retransmitter != null) {
            retransmitter.retransmit(sequence, outbox);
        }
    }

    /** Returns what is left out at first, and asked for; null if nothing is left out. */
    @Nullable
    public KeyFrameLoss keyFrameLoss() {
        return keyFrameLoss;
    }

    @Override
    public void close() {
        if (retransmitter != null) {
            retransmitter.close();
        }
    }

    public long nextDeadlineNs() {
        return replay.nextSendAtNs();
    }

    Replay replay() {
        return replay;
    }

    public SentStream sent() {
        return sent;
    }

    void openWindow() {
        windowOpen = true;
        payloadBytesBefore = replay.payloadBytesSent();
        sent.openWindow(replay.extSeq() + 1);
    }

    void closeWindow() {
        windowOpen = false;
        sent.closeWindow(replay.extSeq() + 1);
    }

    long packetsInWindow() {
        return packetsInWindow;
    }

    /** Of these, how many left more than 20 ms after they were due. */
    public long lateInWindow() {
        return lateInWindow;
    }

    /** At RTP level: 12 bytes of header and the payload; until the window is closed, those so far. */
    public long rtpBytesInWindow() {
        return replay.payloadBytesSent() - payloadBytesBefore + packetsInWindow * RecordedStream.RTP_HEADER_BYTES;
    }
}

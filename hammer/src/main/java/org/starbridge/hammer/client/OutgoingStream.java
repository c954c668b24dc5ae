package org.starbridge.hammer.client;

import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;
import org.starbridge.hammer.measure.SentStream;
import org.starbridge.hammer.media.MediaKind;
import org.starbridge.hammer.media.RecordedStream;
import org.starbridge.hammer.media.Replay;
import org.starbridge.rtp.packet.AudioLevel;
import org.starbridge.rtp.packet.ExtensionForm;
import org.starbridge.rtp.packet.RtpHeaderWriter;
import org.starbridge.transport.srtp.SendStream;
import org.starbridge.transport.srtp.SrtpSender;
import org.starbridge.transport.udp.SendBatch;

/** One replayed stream on its way out: header, extensions, payload, SRTP. Owned by the driver; allocates nothing. */
final class OutgoingStream {
    /** A packet that left later than this after it was due was sent by a generator that is too slow. */
    static final long LATE_NS = 20_000_000;

    private final SentStream sent;
    private final Replay replay;
    private final SrtpSender srtp;
    private final Histogram lateness;
    private final SendStream stream;
    private final RtpHeaderWriter header = new RtpHeaderWriter();
    private @Nullable Repeater repeater;
    private boolean windowOpen;
    private long payloadBytesBefore;
    private long packetsInWindow;
    private long lateInWindow;

    /** {@code lateness} takes by how many nanoseconds packets of the window leave late. */
    OutgoingStream(SentStream sent, Replay replay, SrtpSender srtp, Histogram lateness) {
        this.lateness = lateness;
        this.sent = sent;
        this.replay = replay;
        this.srtp = srtp;
        SendStream made = srtp.stream(sent.ssrc());
        if (made == null) {
            throw new IllegalStateException(
                    "no place for another SRTP stream: expected one for audio and one for video");
        }
        stream = made;
    }

    /**
     * Writes the packets that are due into the outbox.
     *
     * @param transportSequence the endpoint's next transport-wide sequence number
     * @return the one after the last used
     */
    int send(long nowNs, Outbox outbox, int transportSequence) {
        int next = transportSequence;
        while (nowNs >= replay.nextSendAtNs()) {
            long slot = outbox.slot();
            if (slot == 0) {
                break;
            }
            // The replay spreads what is late, and moves its schedule after a stall: either alone would hide lateness.
            long lateNs = nowNs - replay.nextSendAtNs();
            replay.next(nowNs);
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
        header.fixed(
                slot,
                SendBatch.SLOT_BYTES,
                replay.isMarked(),
                replay.payloadType(),
                replay.extSeq(),
                (int) replay.rtpTimestamp(),
                sent.ssrc());
        header.begin(ExtensionForm.ONE_BYTE);
        if (sent.kind() == MediaKind.AUDIO) {
            header.appendU8(Negotiated.AUDIO_LEVEL_ID, AudioLevel.value(true, replay.audioLevel()));
        }
        header.appendU16(Negotiated.TRANSPORT_SEQUENCE_ID, transportSequence);
        int headerBytes = header.end();
        int payloadBytes = replay.writePayload(slot + headerBytes);
        if (repeater != null) {
            repeater.onSent(replay.extSeq(), slot, headerBytes, payloadBytes);
        }
        int length = srtp.protectRtp(stream, replay.extSeq(), slot, headerBytes, payloadBytes, 0, 0);
        if (length < 0) {
            throw new IllegalStateException("SRTP refuses to protect packet " + replay.extSeq() + ": result " + length);
        }
        outbox.commitMedia(length, sent, replay.extSeq(), replay.payloadHash());
    }

    /** From now on what is sent can be sent again. */
    void repeater(Repeater repeater) {
        this.repeater = repeater;
    }

    long nextDeadlineNs() {
        return replay.nextSendAtNs();
    }

    Replay replay() {
        return replay;
    }

    SentStream sent() {
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
    long lateInWindow() {
        return lateInWindow;
    }

    /** At RTP level: 12 bytes of header and the payload; until the window is closed, those so far. */
    long rtpBytesInWindow() {
        return replay.payloadBytesSent() - payloadBytesBefore + packetsInWindow * RecordedStream.RTP_HEADER_BYTES;
    }
}

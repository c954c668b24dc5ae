package org.starbridge.media.forward;

import org.jspecify.annotations.Nullable;
import org.starbridge.media.api.MediaKind;
import org.starbridge.media.egress.Egress;
import org.starbridge.media.source.Negotiation;
import org.starbridge.rtp.packet.Padding;
import org.starbridge.rtp.packet.SequenceNumbers;
import org.starbridge.transport.srtp.SendStream;
import org.starbridge.transport.srtp.SrtpSender;
import org.starbridge.transport.udp.SendBatch;

/**
 * Sends a packet again. Owned by one worker.
 *
 * <p>Without RTX the packet is bit for bit what was sent the first time, header included, so it may be protected under
 * the same index (the nonce rule). With RTX (RFC 4588) it is a packet of another SSRC with its own sequence, and
 * carries the stamps of now. Either way the payload is copied out of the ring before it is encrypted: what was torn is
 * never sealed.
 */
public final class Retransmitter {
    private static final int MAX_TAG_BYTES = 16;

    /** How many of the last packets are copied in turn, so that one that was lost is repaired by chance. */
    private static final int COPIED = 32;
    /** A copy that is longer than this and twice what is due makes a probe of a slow link too long. */
    private static final int SHORT_COPY_BYTES = 200;

    private final RtxWriter rtxWriter = new RtxWriter();
    private int copies;

    /**
     * Sends a packet of a stream again.
     *
     * @param sequenceNumber as the receiver knows it, 16 bits
     */
    public Retransmission repeat(OutgoingStream stream, int sequenceNumber, Egress egress, long nowNs) {
        SrtpSender srtp = stream.receiver().ready();
        if (srtp == null || !stream.keys().areIn(srtp) || stream.isMuted()) {
            return Retransmission.NOT_CACHED;
        }
        long index = SequenceNumbers.extend(stream.keys().highestIndex(), sequenceNumber);
        long entry = stream.sent().find(index, nowNs);
        return entry == 0 ? Retransmission.NOT_CACHED : repeat(stream, srtp, entry, egress, nowNs);
    }

    private Retransmission repeat(OutgoingStream stream, SrtpSender srtp, long entry, Egress egress, long nowNs) {
        SentPackets sent = stream.sent();
        if (SentPackets.isHeaderTooLong(entry)) {
            return Retransmission.HEADER_TOO_LONG;
        }
        if (!sent.isIntact(entry)) {
            return Retransmission.NOT_CACHED;
        }
        Receiver receiver = stream.receiver();
        int lengthBytes = SentPackets.lengthBytes(entry) + RtxWriter.ADDED_BYTES + MAX_TAG_BYTES;
        long slotAddress = egress.slot();
        if (isTooOften(receiver, entry, nowNs)
                || slotAddress == 0
                || lengthBytes > SendBatch.SLOT_BYTES
                || !receiver.congestion().mayRepeat(lengthBytes, nowNs)
                || !receiver.budget().tryRepeat(lengthBytes)) {
            return Retransmission.REFUSED;
        }
        SendStream rtx = RtxWriter.isNegotiated(receiver, SentPackets.payloadType(entry))
                ? stream.keys().retransmission()
                : null;
        if (!sent.copy(entry, slotAddress, rtx == null ? 0 : RtxWriter.ADDED_BYTES)) {
            return Retransmission.NOT_CACHED;
        }
        int sealedBytes = seal(stream, srtp, rtx, entry, slotAddress, nowNs);
        if (sealedBytes < 0) {
            return Retransmission.REFUSED;
        }
        egress.commit(sealedBytes, receiver.destination());
        SentPackets.onRepeated(entry, nowNs);
        if (rtx == null) {
            receiver.onSent(sealedBytes);
        } else {
            receiver.onMediaSent(stream.kind(), sealedBytes, nowNs);
        }
        return Retransmission.SENT;
    }

    /** Whether {@link #sendExtra} can send something with a stream: it is video, with RTX, to a receiver with keys. */
    public static boolean canSendExtra(OutgoingStream stream) {
        Receiver receiver = stream.receiver();
        return stream.kind() == MediaKind.VIDEO
                && receiver.ready() != null
                && !stream.isMuted()
                && stream.keys().hasRetransmissionSsrc()
                && receiver.negotiation().stampedTransportSequenceId(MediaKind.VIDEO) != 0
                && receiver.negotiation().anyRetransmissionType() != Negotiation.NO_TYPE;
    }

    /**
     * Sends a packet without a request, under the stream's SSRC for retransmissions: a copy of what was sent lately, or
     * padding.
     *
     * @param dueBytes how much is to be sent with this and further packets
     * @return its length, UDP payload; 0 if nothing can be sent
     */
    public int sendExtra(OutgoingStream stream, int dueBytes, Egress egress, long nowNs) {
        Receiver receiver = stream.receiver();
        SrtpSender srtp = receiver.ready();
        long slotAddress = egress.slot();
        if (srtp == null || slotAddress == 0) {
            return 0;
        }
        stream.useKeys(srtp);
        SendStream rtx = stream.keys().retransmission();
        if (rtx == null) {
            return 0;
        }
        long entry = entryToCopy(stream, dueBytes, nowNs);
        int sealedBytes = entry != 0 && stream.sent().copy(entry, slotAddress, RtxWriter.ADDED_BYTES)
                ? seal(stream, srtp, rtx, entry, slotAddress, nowNs)
                : sealPadding(stream, srtp, rtx, dueBytes, slotAddress, nowNs);
        if (sealedBytes <= 0) {
            return 0;
        }
        egress.commit(sealedBytes, receiver.destination());
        receiver.onMediaSent(stream.kind(), sealedBytes, nowNs);
        return sealedBytes;
    }

    /** The entry of one of the last packets, if it is not too long for what is due; else 0. */
    private long entryToCopy(OutgoingStream stream, int dueBytes, long nowNs) {
        copies = (copies + 1) % COPIED;
        long entry = stream.sent().find(stream.keys().highestIndex() - copies, nowNs);
        boolean isUsable = entry != 0
                && !SentPackets.isHeaderTooLong(entry)
                && stream.sent().isIntact(entry)
                && RtxWriter.isNegotiated(stream.receiver(), SentPackets.payloadType(entry));
        if (!isUsable) {
            return 0;
        }
        int lengthBytes = SentPackets.lengthBytes(entry) + RtxWriter.ADDED_BYTES + MAX_TAG_BYTES;
        return lengthBytes <= SendBatch.SLOT_BYTES && lengthBytes <= 2 * dueBytes + SHORT_COPY_BYTES ? entry : 0;
    }

    private int sealPadding(
            OutgoingStream stream, SrtpSender srtp, SendStream rtx, int dueBytes, long slotAddress, long nowNs) {
        int paddingBytes = Math.clamp(dueBytes, 1, Padding.MAX_BYTES);
        int headerBytes = rtxWriter.writePadding(slotAddress, paddingBytes, stream.header(), rtx, nowNs);
        return srtp.protectRtp(rtx, rtx.highestIndex() + 1, slotAddress, headerBytes, paddingBytes, 0, 0);
    }

    private static boolean isTooOften(Receiver receiver, long entry, long nowNs) {
        RetransmissionLimits limits = receiver.budget().limits();
        int repeats = SentPackets.repeats(entry);
        return repeats >= limits.maxRepeats()
                || (repeats > 0 && nowNs - SentPackets.lastSentNs(entry) < limits.minIntervalNs());
    }

    /** Encrypts what was copied into the slot; returns its length, or less than 0 if that failed. */
    private int seal(
            OutgoingStream stream,
            SrtpSender srtp,
            @Nullable SendStream rtx,
            long entry,
            long slotAddress,
            long nowNs) {
        int headerBytes = SentPackets.headerBytes(entry);
        int payloadBytes = SentPackets.lengthBytes(entry) - headerBytes;
        if (rtx != null) {
            long index = rtx.highestIndex() + 1;
            int rtxBytes = rtxWriter.write(slotAddress, headerBytes, payloadBytes, rtx, stream.receiver(), nowNs);
            return rtxBytes < 0 ? -1 : srtp.protectRtp(rtx, index, slotAddress, headerBytes, rtxBytes, 0, 0);
        }
        SendStream media = stream.keys().media();
        return media == null
                ? -1
                : srtp.protectRtp(media, SentPackets.index(entry), slotAddress, headerBytes, payloadBytes, 0, 0);
    }
}

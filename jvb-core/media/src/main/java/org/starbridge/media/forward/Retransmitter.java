package org.starbridge.media.forward;

import org.starbridge.media.capture.PacketWatch;
import org.starbridge.media.egress.Egress;
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
    private final RtxWriter rtxWriter = new RtxWriter();

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
        int lengthBytes = RtxWriter.maxLengthBytes(entry);
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
        int sealedBytes = rtx == null
                ? seal(stream, srtp, entry, slotAddress, nowNs)
                : rtxWriter.write(slotAddress, entry, receiver, rtx, srtp, nowNs);
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

    private static boolean isTooOften(Receiver receiver, long entry, long nowNs) {
        RetransmissionLimits limits = receiver.budget().limits();
        int repeats = SentPackets.repeats(entry);
        return repeats >= limits.maxRepeats()
                || (repeats > 0 && SentPackets.sinceLastSentNs(entry, nowNs) < limits.minIntervalNs());
    }

    /** Encrypts what was copied into the slot, as it was; returns its length, or less than 0 if that failed. */
    private static int seal(OutgoingStream stream, SrtpSender srtp, long entry, long slotAddress, long nowNs) {
        SendStream media = stream.keys().media();
        if (media == null) {
            return -1;
        }
        int headerBytes = SentPackets.headerBytes(entry);
        int payloadBytes = SentPackets.lengthBytes(entry) - headerBytes;
        PacketWatch watch = stream.receiver().watch();
        if (watch != null) {
            watch.onSentRtp(slotAddress, headerBytes, payloadBytes, nowNs);
        }
        return srtp.protectRtp(media, SentPackets.index(entry), slotAddress, headerBytes, payloadBytes, 0, 0);
    }
}

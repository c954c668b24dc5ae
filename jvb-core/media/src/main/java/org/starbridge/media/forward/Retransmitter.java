package org.starbridge.media.forward;

import org.starbridge.media.egress.Egress;
import org.starbridge.media.ring.RingLookback;
import org.starbridge.media.source.Negotiation;
import org.starbridge.rtp.memory.Memory;
import org.starbridge.rtp.packet.AbsoluteSendTime;
import org.starbridge.rtp.packet.HeaderExtensions;
import org.starbridge.rtp.packet.Padding;
import org.starbridge.rtp.packet.RetransmissionPayload;
import org.starbridge.rtp.packet.RtpView;
import org.starbridge.transport.srtp.SendStream;
import org.starbridge.transport.srtp.SrtpSender;
import org.starbridge.transport.udp.SendBatch;

/**
 * Sends a packet again. Owned by one worker.
 *
 * <p>Without RTX the packet is bit for bit what was sent the first time, header included, so it may be protected under the
 * same index (the nonce rule). With RTX (RFC 4588) it is a packet of another SSRC with its own sequence, and carries the
 * stamps of now. Either way the payload is copied out of the ring before it is encrypted: what was torn is never sealed.
 */
public final class Retransmitter {
    private static final int MAX_TAG_BYTES = 16;

    private final RtpView packet = new RtpView();
    private final HeaderExtensions elements = new HeaderExtensions();

    /**
     * Repeats what was sent to a receiver.
     *
     * @param media its stream of those keys
     * @param entry of the stream's {@link SentPackets}
     * @param index the index under which it was sent
     */
    Retransmission repeat(
            OutgoingStream stream,
            SrtpSender srtp,
            SendStream media,
            long entry,
            long index,
            Egress egress,
            long nowNs) {
        if (SentPackets.isHeaderTooLong(entry)) {
            return Retransmission.HEADER_TOO_LONG;
        }
        Receiver receiver = stream.receiver();
        RetransmissionLimits limits = receiver.budget().limits();
        RingLookback lookback = stream.lookback();
        if (lookback == null || !lookback.isIntact(SentPackets.position(entry))) {
            return Retransmission.NOT_CACHED;
        }
        int repeats = SentPackets.repeats(entry);
        if (repeats >= limits.maxRepeats()
                || (repeats > 0 && nowNs - SentPackets.lastSentNs(entry) < limits.minIntervalNs())) {
            return Retransmission.REFUSED;
        }
        int header = SentPackets.headerBytes(entry);
        int descriptor = SentPackets.descriptorBytes(entry);
        int rest = SentPackets.payloadBytes(entry);
        int padding = SentPackets.paddingBytes(entry);
        int payload = descriptor + rest + padding;
        int length = header + RetransmissionPayload.OSN_BYTES + payload + MAX_TAG_BYTES;
        long slot = egress.slot();
        if (slot == 0 || length > SendBatch.SLOT_BYTES || !receiver.budget().tryRepeat(length)) {
            return Retransmission.REFUSED;
        }
        Memory.copy(SentPackets.header(entry), slot, header);
        SendStream rtx = stream.retransmissionStream(srtp, RtpView.payloadType(slot));
        int gap = rtx == null ? 0 : RetransmissionPayload.OSN_BYTES;
        if (descriptor > 0) {
            Memory.copy(SentPackets.header(entry) + header, slot + header + gap, descriptor);
        }
        if (!lookback.copyBody(
                SentPackets.position(entry),
                SentPackets.payloadOffset(entry),
                rest,
                slot + header + gap + descriptor)) {
            return Retransmission.NOT_CACHED;
        }
        if (padding > 0) {
            Padding.write(slot, slot + header + gap + payload - padding, padding);
        }
        int sealed = rtx == null
                ? srtp.protectRtp(media, index, slot, header, payload, 0, 0)
                : sealRetransmission(stream, srtp, rtx, slot, header, payload, nowNs);
        if (sealed < 0) {
            return Retransmission.REFUSED;
        }
        egress.commit(sealed, receiver.destination());
        SentPackets.onRepeated(entry, nowNs);
        if (rtx == null) {
            receiver.onSent(sealed);
        } else {
            receiver.onMediaSent(stream.kind(), sealed);
        }
        return Retransmission.SENT;
    }

    private int sealRetransmission(
            OutgoingStream stream, SrtpSender srtp, SendStream rtx, long slot, int header, int payload, long nowNs) {
        long index = rtx.highestIndex() + 1;
        int payloadBytes = RetransmissionPayload.write(
                slot,
                header,
                payload,
                stream.receiver().negotiation().retransmissionType(RtpView.payloadType(slot)),
                rtx.ssrc(),
                index);
        if (packet.wrap(slot, header + payloadBytes) != null) {
            return -1; // can not be: it was well formed when it was sent
        }
        stamp(stream.receiver(), nowNs);
        return srtp.protectRtp(rtx, index, slot, header, payloadBytes, 0, 0);
    }

    /** New numbers in the place of the old ones: the elements are there, and as long, since both were written by us. */
    private void stamp(Receiver receiver, long nowNs) {
        Negotiation negotiation = receiver.negotiation();
        elements.wrap(packet);
        while (elements.next()) {
            if (elements.id() == negotiation.stampedTransportSequenceId() && elements.elementLengthBytes() == 2) {
                Memory.put16(elements.elementAddress(), receiver.transportSequence());
            } else if (elements.id() == negotiation.absoluteSendTimeId() && elements.elementLengthBytes() == 3) {
                Memory.put24(elements.elementAddress(), AbsoluteSendTime.value(nowNs));
            }
        }
    }
}

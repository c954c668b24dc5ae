package org.starbridge.media.forward;

import org.starbridge.media.api.MediaKind;
import org.starbridge.media.capture.PacketWatch;
import org.starbridge.media.source.Negotiation;
import org.starbridge.rtp.memory.Memory;
import org.starbridge.rtp.packet.AbsoluteSendTime;
import org.starbridge.rtp.packet.HeaderExtensions;
import org.starbridge.rtp.packet.RetransmissionPayload;
import org.starbridge.rtp.packet.RtpView;
import org.starbridge.transport.srtp.SendStream;
import org.starbridge.transport.srtp.SrtpSender;

/** Turns a packet that was sent into one that repeats it under another SSRC, RFC 4588. Owned by one worker. */
final class RtxWriter {
    /** Number of bytes by which it becomes longer: the original sequence number, before the payload. */
    static final int ADDED_BYTES = RetransmissionPayload.OSN_BYTES;

    private static final int MAX_TAG_BYTES = 16;

    private final RtpView packet = new RtpView();
    private final HeaderExtensions elements = new HeaderExtensions();

    /** Returns whether a receiver negotiated RTX for one of its payload types. */
    static boolean isNegotiated(Receiver receiver, int payloadType) {
        return receiver.negotiation().retransmissionType(payloadType) != Negotiation.NO_TYPE;
    }

    /** Returns the greatest length of a sent packet when it is repeated, with its authentication tag. */
    static int maxLengthBytes(long entry) {
        return SentPackets.lengthBytes(entry) + ADDED_BYTES + MAX_TAG_BYTES;
    }

    /**
     * Changes a packet that was copied into a slot and encrypts it there.
     *
     * @param slotAddress the packet; {@value #ADDED_BYTES} bytes are free between its header and its payload
     * @param entry of it in {@link SentPackets}
     * @return its length, or less than 0 if that failed
     */
    int write(long slotAddress, long entry, Receiver receiver, SendStream rtx, SrtpSender srtp, long nowNs) {
        int headerBytes = SentPackets.headerBytes(entry);
        long index = rtx.highestIndex() + 1;
        int rtxBytes = RetransmissionPayload.write(
                slotAddress,
                headerBytes,
                SentPackets.lengthBytes(entry) - headerBytes,
                receiver.negotiation().retransmissionType(RtpView.payloadType(slotAddress)),
                rtx.ssrc(),
                index);
        if (packet.wrap(slotAddress, headerBytes + rtxBytes) != null) {
            return -1; // cannot happen: it was well formed when it was sent
        }
        stamp(receiver, nowNs);
        PacketWatch watch = receiver.watch();
        if (watch != null) {
            watch.onSentRtp(slotAddress, headerBytes, rtxBytes, nowNs);
        }
        return srtp.protectRtp(rtx, index, slotAddress, headerBytes, rtxBytes, 0, 0);
    }

    /** Overwrites the elements with new numbers. They are there, with the same length: the bridge wrote them. */
    private void stamp(Receiver receiver, long nowNs) {
        Negotiation negotiation = receiver.negotiation();
        elements.wrap(packet);
        while (elements.next()) {
            if (elements.id() == negotiation.stampedTransportSequenceId(MediaKind.VIDEO)
                    && elements.elementLengthBytes() == 2) {
                Memory.put16(elements.elementAddress(), receiver.transportSequence());
            } else if (elements.id() == negotiation.absoluteSendTimeId() && elements.elementLengthBytes() == 3) {
                Memory.put24(elements.elementAddress(), AbsoluteSendTime.value(nowNs));
            }
        }
    }
}

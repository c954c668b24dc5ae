package org.starbridge.media.forward;

import org.starbridge.media.api.MediaKind;
import org.starbridge.media.source.Negotiation;
import org.starbridge.rtp.memory.Memory;
import org.starbridge.rtp.packet.AbsoluteSendTime;
import org.starbridge.rtp.packet.ExtensionForm;
import org.starbridge.rtp.packet.HeaderExtensions;
import org.starbridge.rtp.packet.Padding;
import org.starbridge.rtp.packet.RetransmissionPayload;
import org.starbridge.rtp.packet.RtpHeaderWriter;
import org.starbridge.rtp.packet.RtpView;
import org.starbridge.transport.srtp.SendStream;

/** Turns a packet that was sent into one that repeats it under another SSRC, RFC 4588. Owned by one worker. */
final class RtxWriter {
    /** How much longer it becomes: the original sequence number, before the payload. */
    static final int ADDED_BYTES = RetransmissionPayload.OSN_BYTES;

    private static final int MAX_HEADER_BYTES = 100;

    private final RtpHeaderWriter writer = new RtpHeaderWriter();
    private final RtpView packet = new RtpView();
    private final HeaderExtensions elements = new HeaderExtensions();

    /** Whether a receiver negotiated RTX for one of its payload types. */
    static boolean isNegotiated(Receiver receiver, int payloadType) {
        return receiver.negotiation().retransmissionType(payloadType) != Negotiation.NO_TYPE;
    }

    /**
     * Changes the packet in a slot: {@value #ADDED_BYTES} bytes are free between its header and its payload.
     *
     * @return the length of the payload then, or less than 0 if it is not well formed
     */
    int write(long slotAddress, int headerBytes, int payloadBytes, SendStream rtx, Receiver receiver, long nowNs) {
        int rtxBytes = RetransmissionPayload.write(
                slotAddress,
                headerBytes,
                payloadBytes,
                receiver.negotiation().retransmissionType(RtpView.payloadType(slotAddress)),
                rtx.ssrc(),
                rtx.highestIndex() + 1);
        if (packet.wrap(slotAddress, headerBytes + rtxBytes) != null) {
            return -1; // can not be: it was well formed when it was sent
        }
        stamp(receiver, nowNs);
        return rtxBytes;
    }

    /**
     * Writes a packet without payload.
     *
     * @param paddingBytes how much padding it has, 1 to {@link Padding#MAX_BYTES}
     * @return the length of its header
     */
    int writePadding(long slotAddress, int paddingBytes, StreamHeader stream, SendStream rtx, long nowNs) {
        Negotiation negotiation = stream.receiver().negotiation();
        writer.fixed(
                slotAddress,
                MAX_HEADER_BYTES,
                false,
                negotiation.anyRetransmissionType(),
                rtx.highestIndex() + 1,
                0,
                rtx.ssrc());
        writer.begin(ExtensionForm.ONE_BYTE);
        writer.appendU16(stream.transportSequenceId(), stream.receiver().transportSequence());
        if (negotiation.absoluteSendTimeId() != 0) {
            writer.appendU24(negotiation.absoluteSendTimeId(), AbsoluteSendTime.value(nowNs));
        }
        if (negotiation.midId() != 0 && stream.mid().length > 0) {
            long elementAddress = writer.reserve(negotiation.midId(), stream.mid().length);
            if (elementAddress != 0) {
                Memory.copyIn(stream.mid(), 0, elementAddress, stream.mid().length);
            }
        }
        int headerBytes = writer.end();
        Padding.write(slotAddress, slotAddress + headerBytes, paddingBytes);
        return headerBytes;
    }

    /** New numbers in the place of the old ones: the elements are there, and as long, since both were written by us. */
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

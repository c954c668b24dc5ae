package org.starbridge.media.forward;

import org.starbridge.media.capture.PacketWatch;
import org.starbridge.media.source.Negotiation;
import org.starbridge.rtp.memory.Memory;
import org.starbridge.rtp.packet.AbsoluteSendTime;
import org.starbridge.rtp.packet.ExtensionForm;
import org.starbridge.rtp.packet.Padding;
import org.starbridge.rtp.packet.RtpHeaderWriter;
import org.starbridge.transport.srtp.SendStream;
import org.starbridge.transport.srtp.SrtpSender;

/** Writes packets that carry nothing but padding, under a stream's SSRC for retransmissions. Owned by one worker. */
final class PaddingPacketWriter {
    private static final int MAX_HEADER_BYTES = 100;

    private final RtpHeaderWriter writer = new RtpHeaderWriter();

    /**
     * Writes a packet and encrypts it in its slot.
     *
     * @param wantedBytes of padding; it has 1 to {@link Padding#MAX_BYTES}
     * @return its length, or less than 0 if that failed
     */
    int write(long slotAddress, int wantedBytes, StreamHeader stream, SendStream rtx, SrtpSender srtp, long nowNs) {
        int paddingBytes = Math.clamp(wantedBytes, 1, Padding.MAX_BYTES);
        long index = rtx.highestIndex() + 1;
        int headerBytes = writeHeader(slotAddress, stream, rtx.ssrc(), index, nowNs);
        Padding.write(slotAddress, slotAddress + headerBytes, paddingBytes);
        PacketWatch watch = stream.receiver().watch();
        if (watch != null) {
            watch.onSentRtp(slotAddress, headerBytes, paddingBytes, nowNs);
        }
        return srtp.protectRtp(rtx, index, slotAddress, headerBytes, paddingBytes, 0, 0);
    }

    private int writeHeader(long slotAddress, StreamHeader stream, int ssrc, long index, long nowNs) {
        Negotiation negotiation = stream.receiver().negotiation();
        writer.fixed(slotAddress, MAX_HEADER_BYTES, false, negotiation.anyRetransmissionType(), index, 0, ssrc);
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
        return writer.end();
    }
}

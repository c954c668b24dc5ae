package org.starbridge.media.source;

import org.jspecify.annotations.Nullable;
import org.starbridge.media.api.ForwardingTable.PayloadType;
import org.starbridge.media.api.ForwardingTable.Use;
import org.starbridge.media.drop.DropReason;
import org.starbridge.rtp.packet.RetransmissionPayload;
import org.starbridge.rtp.packet.RtpView;
import org.starbridge.rtp.packet.SequenceNumbers;

/** Takes the original packet out of a retransmission (RFC 4588), where it lies. */
final class RetransmissionUnwrapper {
    private RetransmissionUnwrapper() {}

    /**
     * Restores a packet: afterwards it is the original, of the original's stream, unless it carried only padding.
     *
     * @param carrier the stream it came on, of {@link Use#RETRANSMISSION}
     * @return null if the packet is well formed, else why it goes no further
     */
    static @Nullable DropReason unwrap(IncomingPacket packet, IncomingStream carrier, IncomingStreams streams) {
        RtpView rtp = packet.rtp();
        PayloadType type = streams.negotiation().payloadType(rtp.payloadType());
        IncomingStream original = streams.find(carrier.original());
        if (type == null
                || type.retransmits() == PayloadType.NOTHING
                || original == null
                || original.use() != Use.MEDIA) {
            return DropReason.RETRANSMISSION_OF_NOTHING;
        }
        carrier.onCarried(packet, type.clockRateHz());
        if (rtp.payloadLengthBytes() < RetransmissionPayload.OSN_BYTES) {
            packet.paddingOnly();
            return null;
        }
        if (!original.hasStarted()) {
            return DropReason.RETRANSMISSION_OF_NOTHING;
        }
        long extSeq =
                SequenceNumbers.extend(original.highestExtended(), RetransmissionPayload.originalSequenceNumber(rtp));
        if (extSeq < 0 || extSeq > original.highestExtended() + ArrivalWindow.MAX_AHEAD) {
            return DropReason.RETRANSMISSION_OF_NOTHING;
        }
        int lengthBytes = RetransmissionPayload.restore(rtp, type.retransmits(), original.ssrc());
        return packet.restored(original, extSeq, lengthBytes) ? null : DropReason.MALFORMED_RTP;
    }
}

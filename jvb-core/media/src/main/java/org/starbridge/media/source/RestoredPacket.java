package org.starbridge.media.source;

import org.jspecify.annotations.Nullable;
import org.starbridge.media.api.ForwardingTable.PayloadType;
import org.starbridge.media.api.ForwardingTable.Use;
import org.starbridge.media.drop.DropReason;
import org.starbridge.rtp.packet.RetransmissionPayload;
import org.starbridge.rtp.packet.RtpView;
import org.starbridge.rtp.packet.SequenceNumbers;

/**
 * Takes the packet out of a retransmission (RFC 4588), where it lies: which stream it is of, and its number there. Owned by
 * one worker; used for one packet after the other.
 */
public final class RestoredPacket {
    private @Nullable IncomingStream stream;
    private long extSeq;

    /**
     * Restores a packet.
     *
     * @param packet a retransmission; afterwards the original, if the answer is null and there is one
     * @param carrier the stream it came on, of {@link Use#RETRANSMISSION}
     * @param carriedExtSeq its number there, extended
     * @return null if the packet is well formed, else why it goes no further
     */
    public @Nullable DropReason restore(
            RtpView packet, IncomingStream carrier, long carriedExtSeq, long arrivalNs, IncomingStreams streams) {
        stream = null;
        Negotiation negotiation = streams.negotiation();
        PayloadType type = negotiation.payloadType(packet.payloadType());
        IncomingStream original = streams.find(carrier.original());
        if (type == null
                || type.retransmits() == PayloadType.NOTHING
                || original == null
                || original.use() != Use.MEDIA) {
            return DropReason.RETRANSMISSION_OF_NOTHING;
        }
        carrier.onCarried(packet, carriedExtSeq, arrivalNs, type.clockRateHz());
        if (packet.payloadLengthBytes() < RetransmissionPayload.OSN_BYTES) {
            return null; // padding, sent to find out how much the network carries
        }
        if (!original.hasStarted()) {
            return DropReason.RETRANSMISSION_OF_NOTHING;
        }
        long number = SequenceNumbers.extend(
                original.highestExtended(), RetransmissionPayload.originalSequenceNumber(packet));
        if (number < 0 || number > original.highestExtended() + ArrivalWindow.MAX_AHEAD) {
            return DropReason.RETRANSMISSION_OF_NOTHING;
        }
        int lengthBytes = RetransmissionPayload.restore(packet, type.retransmits(), original.ssrc());
        if (packet.wrap(packet.address(), lengthBytes) != null) {
            return DropReason.MALFORMED_RTP;
        }
        stream = original;
        extSeq = number;
        return null;
    }

    /** The stream that the packet belongs to; null if the retransmission was empty or refused. */
    public @Nullable IncomingStream stream() {
        return stream;
    }

    /** The packet's number there. */
    public long extSeq() {
        return extSeq;
    }
}

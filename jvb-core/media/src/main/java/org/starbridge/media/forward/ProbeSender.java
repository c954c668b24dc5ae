package org.starbridge.media.forward;

import org.starbridge.media.api.MediaKind;
import org.starbridge.media.egress.Egress;
import org.starbridge.media.source.Negotiation;
import org.starbridge.transport.srtp.SendStream;
import org.starbridge.transport.srtp.SrtpSender;
import org.starbridge.transport.udp.SendBatch;

/**
 * Sends packets that the receiver did not ask for, under a stream's SSRC for retransmissions: copies of what was sent
 * lately, or padding. Owned by one worker.
 */
public final class ProbeSender {
    /** Number of the last packets that are copied in turn, so that one that was lost is repaired by chance. */
    private static final int COPIED = 32;
    /** A copy that is longer than this and twice what is due makes a probe of a slow link too long. */
    private static final int SHORT_COPY_BYTES = 200;

    private final RtxWriter rtxWriter = new RtxWriter();
    private final PaddingPacketWriter padding = new PaddingPacketWriter();

    /**
     * Returns whether {@link #send} can send something with a stream: it is video, with RTX, to a receiver with keys.
     */
    public static boolean canSend(OutgoingStream stream) {
        Receiver receiver = stream.receiver();
        return stream.kind() == MediaKind.VIDEO
                && receiver.ready() != null
                && !stream.isMuted()
                && stream.keys().hasRetransmissionSsrc()
                && receiver.negotiation().stampedTransportSequenceId(MediaKind.VIDEO) != 0
                && receiver.negotiation().anyRetransmissionType() != Negotiation.NO_TYPE;
    }

    /**
     * Sends one packet.
     *
     * @param dueBytes how much is to be sent with this and further packets
     * @return its length, UDP payload; 0 if nothing can be sent
     */
    public int send(OutgoingStream stream, int dueBytes, Egress egress, long nowNs) {
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
                ? rtxWriter.write(slotAddress, entry, receiver, rtx, srtp, nowNs)
                : padding.write(slotAddress, dueBytes, stream.header(), rtx, srtp, nowNs);
        if (sealedBytes <= 0) {
            return 0;
        }
        egress.commit(sealedBytes, receiver.destination());
        receiver.onMediaSent(stream.kind(), sealedBytes, nowNs);
        return sealedBytes;
    }

    /**
     * The entry of one of the last packets, if it is not too long for what is due; else 0. Which one depends on nothing
     * but the stream.
     */
    private static long entryToCopy(OutgoingStream stream, int dueBytes, long nowNs) {
        int copies = stream.sent().nextCopy(COPIED);
        long entry = stream.sent().find(stream.keys().highestIndex() - copies, nowNs);
        boolean isUsable = entry != 0
                && !SentPackets.isHeaderTooLong(entry)
                && stream.sent().isIntact(entry)
                && RtxWriter.isNegotiated(stream.receiver(), SentPackets.payloadType(entry));
        if (!isUsable) {
            return 0;
        }
        int lengthBytes = RtxWriter.maxLengthBytes(entry);
        return lengthBytes <= SendBatch.SLOT_BYTES && lengthBytes <= 2 * dueBytes + SHORT_COPY_BYTES ? entry : 0;
    }
}

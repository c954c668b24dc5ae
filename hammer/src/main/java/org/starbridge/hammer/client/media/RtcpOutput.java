package org.starbridge.hammer.client.media;

import org.starbridge.hammer.client.transport.Outbox;
import org.starbridge.transport.srtp.SrtpSender;

/** Output in which one endpoint's RTCP packets are written, protected (SRTCP) and handed over. Owned by the driver. */
final class RtcpOutput {
    static final int MAX_PACKET_BYTES = 1200;

    private final SrtpSender sender;
    private final Outbox outbox;

    RtcpOutput(SrtpSender sender, Outbox outbox) {
        this.sender = sender;
        this.outbox = outbox;
    }

    /** The address for the next packet of at most {@link #MAX_PACKET_BYTES}; 0 if the socket takes no more now. */
    long slot() {
        return outbox.slot();
    }

    /** The slot holds a packet in the clear. */
    void commit(long slotAddress, int lengthBytes) {
        int length = sender.protectRtcp(slotAddress, lengthBytes);
        if (length > 0) {
            outbox.commit(length);
        }
    }
}

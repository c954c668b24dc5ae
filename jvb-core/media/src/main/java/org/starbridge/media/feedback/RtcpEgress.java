package org.starbridge.media.feedback;

import org.starbridge.media.capture.PacketWatch;
import org.starbridge.media.egress.Egress;
import org.starbridge.media.forward.Receiver;
import org.starbridge.transport.srtp.SrtpSender;

/** Protects RTCP packets that were written into egress slots, and sends them. Owned by one worker. */
public final class RtcpEgress {
    /** Room for what one RTCP packet of ours needs, under every path MTU in use. */
    public static final int MAX_RTCP_BYTES = 1100;

    private final Egress egress;

    public RtcpEgress(Egress egress) {
        this.egress = egress;
    }

    /** Returns the address at which to write the next packet, {@link #MAX_RTCP_BYTES} of it; 0 if there is no room. */
    public long slot() {
        return egress.slot();
    }

    /**
     * Sends the packet in the slot.
     *
     * @param plainBytes its length before protection
     * @param nowNs for captures
     * @return false if it could not be protected
     */
    public boolean send(Receiver receiver, SrtpSender keys, long slotAddress, int plainBytes, long nowNs) {
        PacketWatch watch = receiver.watch();
        if (watch != null) {
            watch.onRtcp(PacketWatch.SENT, slotAddress, plainBytes, nowNs);
        }
        int length = keys.protectRtcp(slotAddress, plainBytes);
        if (length < 0) {
            return false;
        }
        egress.commit(length, receiver.destination());
        receiver.onSent(length);
        return true;
    }
}

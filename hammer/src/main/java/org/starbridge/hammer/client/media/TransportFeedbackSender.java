package org.starbridge.hammer.client.media;

import org.starbridge.rtp.reception.TransportFeedbackRegister;

/**
 * Tells the bridge which packets have come and when, by their transport-wide sequence numbers
 * (draft-holmer-rmcat-transport-wide-cc-extensions-01). Owned by the driver.
 */
final class TransportFeedbackSender {
    private final RtcpOutput output;
    private final int rtcpSsrc;
    private final int mediaSsrc;
    private final int extensionId;
    private final TransportFeedbackRegister arrivals = new TransportFeedbackRegister();

    /** {@code extensionId}: of the header extension with the number; 0 if there is none. */
    TransportFeedbackSender(RtcpOutput output, int rtcpSsrc, int mediaSsrc, int extensionId) {
        this.output = output;
        this.rtcpSsrc = rtcpSsrc;
        this.mediaSsrc = mediaSsrc;
        this.extensionId = extensionId;
    }

    /** An RTP packet came, still encrypted. Without a number it is not reported. */
    void onRtp(long packetAddress, int lengthBytes, long arrivalNs) {
        int number = TransportSequence.read(packetAddress, lengthBytes, extensionId);
        if (number >= 0) {
            arrivals.onPacket(number, arrivalNs);
        }
    }

    void onTime(long nowNs) {
        if (nowNs < arrivals.nextDeadlineNs()) {
            return;
        }
        while (true) {
            long slot = output.slot();
            int length = slot == 0 ? 0 : arrivals.write(slot, RtcpOutput.MAX_PACKET_BYTES, rtcpSsrc, mediaSsrc, nowNs);
            if (length == 0) {
                return;
            }
            output.commit(slot, length);
        }
    }

    long nextDeadlineNs() {
        return arrivals.nextDeadlineNs();
    }
}

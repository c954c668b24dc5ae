package org.starbridge.media.feedback;

import org.starbridge.media.api.MediaCounter;
import org.starbridge.media.counters.WorkerCounters;
import org.starbridge.media.forward.Receiver;
import org.starbridge.transport.srtp.SrtpSender;

/** Sends feedback to the endpoints of one worker about the streams that they send. Owned by the worker. */
public final class SourceFeedbackSender {
    private final RtcpEgress egress;
    private final WorkerCounters counters;

    public SourceFeedbackSender(RtcpEgress egress, WorkerCounters counters) {
        this.egress = egress;
        this.counters = counters;
    }

    /**
     * Sends what is due. What cannot be sent now is postponed.
     *
     * @param endpoint the endpoint as it receives: its keys and its address
     * @param roundTripNs to the endpoint and back, 0 while unknown
     */
    public void sendDue(SourceFeedback feedback, Receiver endpoint, long roundTripNs, long nowNs) {
        SrtpSender keys = endpoint.ready();
        if (keys == null) {
            feedback.postpone(nowNs);
            return;
        }
        long requestsBefore = feedback.keyFrameRequestsSent();
        long nacksBefore = feedback.nacksSent();
        long askedForBefore = feedback.packetsAskedFor();
        send(feedback, endpoint, keys, roundTripNs, nowNs);
        counters.add(MediaCounter.KEY_FRAME_REQUESTS_SENT, feedback.keyFrameRequestsSent() - requestsBefore);
        counters.add(MediaCounter.NACKS_SENT, feedback.nacksSent() - nacksBefore);
        counters.add(MediaCounter.PACKETS_REQUESTED, feedback.packetsAskedFor() - askedForBefore);
    }

    private void send(SourceFeedback feedback, Receiver endpoint, SrtpSender keys, long roundTripNs, long nowNs) {
        while (nowNs >= feedback.nextDeadlineNs()) {
            long slotAddress = egress.slot();
            int length = slotAddress == 0
                    ? 0
                    : feedback.writeDue(slotAddress, RtcpEgress.MAX_RTCP_BYTES, nowNs, roundTripNs);
            if (length == 0) {
                feedback.postpone(nowNs);
                return;
            }
            egress.send(endpoint, keys, slotAddress, length, nowNs);
        }
    }
}

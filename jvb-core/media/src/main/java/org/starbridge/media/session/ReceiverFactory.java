package org.starbridge.media.session;

import org.starbridge.media.downlink.CongestionControl;
import org.starbridge.media.downlink.DownlinkSettings;
import org.starbridge.media.downlink.TransportFeedbackReader;
import org.starbridge.media.forward.Receiver;
import org.starbridge.media.forward.RetransmissionLimits;

/** Makes the receivers of one worker, which owns it. */
public final class ReceiverFactory {
    private final RetransmissionLimits retransmission;
    private final DownlinkSettings downlink;
    private final TransportFeedbackReader feedback = new TransportFeedbackReader();

    /** @param retransmission what the NACKs of each may cost */
    public ReceiverFactory(RetransmissionLimits retransmission, DownlinkSettings downlink) {
        this.retransmission = retransmission;
        this.downlink = downlink;
    }

    Receiver make() {
        return new Receiver(retransmission, new CongestionControl(downlink, feedback));
    }
}

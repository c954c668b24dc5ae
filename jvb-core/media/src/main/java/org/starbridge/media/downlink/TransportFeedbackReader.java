package org.starbridge.media.downlink;

import org.jspecify.annotations.Nullable;
import org.starbridge.bandwidth.feedback.FeedbackReport;
import org.starbridge.bandwidth.feedback.PacketResults;
import org.starbridge.rtp.rtcp.RtcpView;
import org.starbridge.rtp.rtcp.TransportFeedback;

/**
 * Reads transport-wide feedback into the form that estimators take, and holds the memory that they need for one
 * feedback. One serves all receivers of a worker, which owns it.
 */
public final class TransportFeedbackReader {
    private final TransportFeedback wire = new TransportFeedback();
    private final FeedbackReport report = new FeedbackReport();
    private final PacketResults results = new PacketResults();

    /** Reads the message that {@code rtcp} is at; null if it is malformed. Valid until the next call. */
    @Nullable
    FeedbackReport read(RtcpView rtcp) {
        if (wire.wrap(rtcp) != null) {
            return null;
        }
        report.begin(wire.referenceTime());
        while (wire.next()) {
            if (wire.isReceived()) {
                report.addReceived(wire.sequenceNumber(), wire.arrivalTicks());
            } else {
                report.addMissing(wire.sequenceNumber());
            }
        }
        return report;
    }

    /** Returns the results that estimators of the worker's receivers write to. */
    PacketResults results() {
        return results;
    }
}

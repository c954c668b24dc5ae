package org.starbridge.media.counters;

import org.starbridge.media.api.MediaStats;

/** What one worker counts besides drops. Owned by its worker. */
public final class WorkerCounters {
    public long packetsReceived;
    public long bytesReceived;
    public long packetsForwarded;
    public long keyFramesReceived;
    public long keyFrameRequestsSent;
    public long senderReportsForwarded;
    public long nacksSent;
    public long packetsAskedFor;
    public long packetsRecovered;
    public long nacksReceived;
    public long packetsRetransmitted;
    public long retransmissionsNotCached;
    public long retransmissionsRefused;

    /** A packet is to be forwarded. */
    public void onTaken(boolean beginsKeyFrame, boolean wasAskedFor) {
        keyFramesReceived += beginsKeyFrame ? 1 : 0;
        packetsRecovered += wasAskedFor ? 1 : 0;
    }

    public MediaStats.LossRecovery lossRecovery() {
        return new MediaStats.LossRecovery(
                nacksReceived,
                packetsRetransmitted,
                retransmissionsNotCached,
                retransmissionsRefused,
                nacksSent,
                packetsAskedFor,
                packetsRecovered);
    }

    /** An authenticated packet came. */
    public void onReceived(int lengthBytes) {
        packetsReceived++;
        bytesReceived += lengthBytes;
    }
}

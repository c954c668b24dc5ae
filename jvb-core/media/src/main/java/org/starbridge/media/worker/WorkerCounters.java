package org.starbridge.media.worker;

import org.starbridge.media.api.MediaStats;

/** What one worker counts besides drops. Owned by its worker. */
final class WorkerCounters {
    long packetsReceived;
    long bytesReceived;
    long packetsForwarded;
    long keyFramesReceived;
    long keyFrameRequestsSent;
    long senderReportsForwarded;
    long nacksSent;
    long packetsAskedFor;
    long packetsRecovered;
    long nacksReceived;
    long packetsRetransmitted;
    long retransmissionsNotCached;
    long retransmissionsRefused;

    /** A packet is to be forwarded. */
    void onTaken(boolean beginsKeyFrame, boolean wasAskedFor) {
        keyFramesReceived += beginsKeyFrame ? 1 : 0;
        packetsRecovered += wasAskedFor ? 1 : 0;
    }

    MediaStats.LossRecovery lossRecovery() {
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
    void onReceived(int lengthBytes) {
        packetsReceived++;
        bytesReceived += lengthBytes;
    }
}

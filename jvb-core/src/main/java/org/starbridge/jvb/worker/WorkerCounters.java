package org.starbridge.jvb.worker;

/** What one worker counts besides drops. Owned by its worker. */
final class WorkerCounters {
    long packetsReceived;
    long bytesReceived;
    long packetsForwarded;
    long keyFramesReceived;
    long keyFrameRequestsSent;
    long senderReportsForwarded;
    long nacksReceived;
    long packetsRetransmitted;
    long retransmissionsNotCached;
    long retransmissionsRefused;

    /** An authenticated packet came. */
    void onReceived(int lengthBytes) {
        packetsReceived++;
        bytesReceived += lengthBytes;
    }
}

package org.starbridge.jvb.worker;

/** One worker's figures at one moment; see {@link org.starbridge.jvb.media.MediaStats}. */
@SuppressWarnings("ArrayRecordComponent") // a private copy, only read
record WorkerSnapshot(
        long atNs,
        long packetsReceived,
        long bytesReceived,
        long packetsSent,
        long bytesSent,
        long packetsForwarded,
        long keyFramesReceived,
        long keyFrameRequestsSent,
        long[] drops,
        long ringOverruns,
        long kernelDrops,
        long commandRejections,
        int endpoints,
        long faults) {
    static final WorkerSnapshot EMPTY = new WorkerSnapshot(0, 0, 0, 0, 0, 0, 0, 0, new long[0], 0, 0, 0, 0, 0);
}

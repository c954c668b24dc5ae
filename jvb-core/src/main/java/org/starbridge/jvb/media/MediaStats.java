package org.starbridge.jvb.media;

import java.util.Map;

/**
 * The workers' figures, summed. Counters run from the process's start and never fall.
 *
 * @param packetsReceived authenticated RTP and RTCP packets from endpoints
 * @param bytesReceived their bytes, UDP payload
 * @param packetsSent RTP and RTCP packets to endpoints
 * @param bytesSent their bytes, UDP payload
 * @param keyFramesReceived key frames that began to arrive
 * @param keyFrameRequestsSent PLI and FIR sent to sources
 * @param droppedByReason refused packets, by the reason's name in lower case
 * @param kernelDroppedDatagrams datagrams that the kernel dropped at our sockets; 0 where it does not tell
 * @param commandQueueRejections commands that found a worker's queue full
 * @param endpoints endpoints on all workers now
 */
public record MediaStats(
        long packetsReceived,
        long bytesReceived,
        long packetsSent,
        long bytesSent,
        long keyFramesReceived,
        long keyFrameRequestsSent,
        Map<String, Long> droppedByReason,
        long kernelDroppedDatagrams,
        long commandQueueRejections,
        int endpoints) {
    public MediaStats {
        droppedByReason = Map.copyOf(droppedByReason);
    }
}

package org.starbridge.media.api;

import java.util.Map;
import org.starbridge.transport.udp.IoTotals;

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
 * @param lossRecovery what was done about lost packets
 * @param io system calls, messages and datagrams of our sockets
 * @param ringOccupancy how full the fullest ring was within the last second, from 0 to 1: there packets are overwritten
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
        int endpoints,
        LossRecovery lossRecovery,
        IoTotals io,
        double ringOccupancy) {
    /** Figures without loss, and of no socket. */
    public MediaStats(
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
        this(
                packetsReceived,
                bytesReceived,
                packetsSent,
                bytesSent,
                keyFramesReceived,
                keyFrameRequestsSent,
                droppedByReason,
                kernelDroppedDatagrams,
                commandQueueRejections,
                endpoints,
                LossRecovery.NONE,
                IoTotals.none(),
                0);
    }

    /**
     * What was done about lost packets.
     *
     * @param nacksReceived NACKs from receivers
     * @param packetsRetransmitted packets that were sent to them again
     * @param retransmissionsNotCached packets that they asked for and that were never sent, or too long ago
     * @param retransmissionsRefused packets that they asked for too soon, too often, or too many of
     * @param nacksSent NACKs to senders
     * @param packetsRequested packets that these asked for, each time counted
     * @param packetsRecovered packets that came after they had been asked for
     */
    public record LossRecovery(
            long nacksReceived,
            long packetsRetransmitted,
            long retransmissionsNotCached,
            long retransmissionsRefused,
            long nacksSent,
            long packetsRequested,
            long packetsRecovered) {
        public static final LossRecovery NONE = new LossRecovery(0, 0, 0, 0, 0, 0, 0);

        /** The sum. */
        public LossRecovery plus(LossRecovery other) {
            return new LossRecovery(
                    nacksReceived + other.nacksReceived,
                    packetsRetransmitted + other.packetsRetransmitted,
                    retransmissionsNotCached + other.retransmissionsNotCached,
                    retransmissionsRefused + other.retransmissionsRefused,
                    nacksSent + other.nacksSent,
                    packetsRequested + other.packetsRequested,
                    packetsRecovered + other.packetsRecovered);
        }
    }

    public MediaStats {
        droppedByReason = Map.copyOf(droppedByReason);
    }
}

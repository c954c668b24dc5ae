package org.starbridge.jvb.worker;

import java.util.Map;
import org.starbridge.jvb.drop.DropReason;
import org.starbridge.jvb.media.MediaStats;
import org.starbridge.transport.dtls.DtlsDropReason;
import org.starbridge.transport.ice.IceDrop;
import org.starbridge.transport.udp.IoTotals;
import org.starbridge.transport.udp.SendFault;

/** One worker's figures at one moment; see {@link org.starbridge.jvb.media.MediaStats}. */
record WorkerSnapshot(
        long atNs,
        long packetsReceived,
        long bytesReceived,
        long packetsSent,
        long bytesSent,
        long packetsForwarded,
        long keyFramesReceived,
        long keyFrameRequestsSent,
        Map<DropReason, Long> drops,
        Map<IceDrop, Long> iceDrops,
        Map<SendFault, Long> sendFaults,
        IoTotals io,
        int tuples,
        Map<DtlsDropReason, Long> dtlsDrops,
        long ringOverruns,
        double ringOccupancy,
        long kernelDrops,
        long commandRejections,
        int endpoints,
        MediaStats.LossRecovery lossRecovery,
        long faults) {
    static final WorkerSnapshot EMPTY = new WorkerSnapshot(
            0,
            0,
            0,
            0,
            0,
            0,
            0,
            0,
            Map.of(),
            Map.of(),
            Map.of(),
            IoTotals.none(),
            0,
            Map.of(),
            0,
            0,
            0,
            0,
            0,
            MediaStats.LossRecovery.NONE,
            0);
}

package org.starbridge.media.worker;

import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.starbridge.media.api.MediaStats;
import org.starbridge.media.drop.DropReason;
import org.starbridge.transport.dtls.DtlsDropReason;
import org.starbridge.transport.ice.IceDrop;
import org.starbridge.transport.udp.IoTotals;
import org.starbridge.transport.udp.SendFault;

/** One worker's figures at one moment; see {@link org.starbridge.media.api.MediaStats}. */
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

    /** All workers' figures together. */
    static MediaStats sum(List<WorkerSnapshot> workers) {
        long packetsReceived = 0;
        long bytesReceived = 0;
        long packetsSent = 0;
        long bytesSent = 0;
        long keyFrames = 0;
        long requests = 0;
        long kernelDrops = 0;
        long rejections = 0;
        int endpoints = 0;
        double ringOccupancy = 0;
        MediaStats.LossRecovery recovery = MediaStats.LossRecovery.NONE;
        IoTotals io = IoTotals.none();
        Map<String, Long> drops = new HashMap<>();
        for (WorkerSnapshot s : workers) {
            packetsReceived += s.packetsReceived();
            bytesReceived += s.bytesReceived();
            packetsSent += s.packetsSent();
            bytesSent += s.bytesSent();
            keyFrames += s.keyFramesReceived();
            requests += s.keyFrameRequestsSent();
            kernelDrops += Math.max(0, s.kernelDrops()); // unknown is not shown
            rejections += s.commandRejections();
            endpoints += s.endpoints();
            recovery = recovery.plus(s.lossRecovery());
            io = io.plus(s.io());
            ringOccupancy = Math.max(ringOccupancy, s.ringOccupancy());
            s.drops().forEach((reason, count) -> add(drops, "", reason, count));
            s.iceDrops().forEach((reason, count) -> add(drops, "ice_", reason, count));
            s.sendFaults().forEach((reason, count) -> add(drops, "send_", reason, count));
            s.dtlsDrops().forEach((reason, count) -> add(drops, "dtls_", reason, count));
            drops.merge("ring_overrun", s.ringOverruns(), Long::sum);
        }
        return new MediaStats(
                packetsReceived,
                bytesReceived,
                packetsSent,
                bytesSent,
                keyFrames,
                requests,
                drops,
                kernelDrops,
                rejections,
                endpoints,
                recovery,
                io,
                ringOccupancy);
    }

    private static void add(Map<String, Long> drops, String room, Enum<?> reason, long count) {
        drops.merge(room + reason.name().toLowerCase(Locale.ROOT), count, Long::sum);
    }
}

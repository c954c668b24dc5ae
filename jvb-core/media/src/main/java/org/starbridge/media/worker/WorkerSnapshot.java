package org.starbridge.media.worker;

import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.starbridge.media.api.MediaCounter;
import org.starbridge.media.api.MediaStats;
import org.starbridge.media.drop.DropReason;
import org.starbridge.transport.counters.Counts;
import org.starbridge.transport.dtls.DtlsDropReason;
import org.starbridge.transport.ice.IceDrop;
import org.starbridge.transport.udp.IoTotals;
import org.starbridge.transport.udp.SendFault;

/** One worker's figures at one moment; see {@link org.starbridge.media.api.MediaStats}. */
record WorkerSnapshot(
        long atNs,
        Counts<MediaCounter> counters,
        Map<DropReason, Long> drops,
        Map<IceDrop, Long> iceDrops,
        Map<SendFault, Long> sendFaults,
        IoTotals io,
        int tuples,
        Map<DtlsDropReason, Long> dtlsDrops,
        long ringOverruns,
        double ringOccupancy,
        int endpoints,
        long faults) {
    static final WorkerSnapshot EMPTY = new WorkerSnapshot(
            0, Counts.none(MediaCounter.class), Map.of(), Map.of(), Map.of(), IoTotals.none(), 0, Map.of(), 0, 0, 0, 0);

    /** All workers' figures together. */
    static MediaStats sum(List<WorkerSnapshot> workers) {
        Counts<MediaCounter> counters = Counts.none(MediaCounter.class);
        int endpoints = 0;
        double ringOccupancy = 0;
        IoTotals io = IoTotals.none();
        Map<String, Long> drops = new HashMap<>();
        for (WorkerSnapshot s : workers) {
            counters = counters.plus(s.counters());
            endpoints += s.endpoints();
            io = io.plus(s.io());
            ringOccupancy = Math.max(ringOccupancy, s.ringOccupancy());
            s.drops().forEach((reason, count) -> add(drops, "", reason, count));
            s.iceDrops().forEach((reason, count) -> add(drops, "ice_", reason, count));
            s.sendFaults().forEach((reason, count) -> add(drops, "send_", reason, count));
            s.dtlsDrops().forEach((reason, count) -> add(drops, "dtls_", reason, count));
            drops.merge("ring_overrun", s.ringOverruns(), Long::sum);
        }
        return new MediaStats(counters, drops, endpoints, io, ringOccupancy);
    }

    private static void add(Map<String, Long> drops, String room, Enum<?> reason, long count) {
        drops.merge(room + reason.name().toLowerCase(Locale.ROOT), count, Long::sum);
    }
}

package org.starbridge.media.worker;

import org.starbridge.media.api.MediaCounter;
import org.starbridge.media.cost.CostSampler;
import org.starbridge.media.counters.WorkerCounters;
import org.starbridge.media.demux.KnownTuples;
import org.starbridge.media.drop.DropCounters;
import org.starbridge.media.egress.Egress;
import org.starbridge.media.endpoint.DtlsDrops;
import org.starbridge.media.endpoint.EndpointSession;
import org.starbridge.media.endpoint.EndpointTable;
import org.starbridge.media.queue.WorkerCommands;
import org.starbridge.media.ring.RingCursor;
import org.starbridge.transport.ice.IceCounters;
import org.starbridge.transport.udp.DatagramPort;

/** Figures that one worker counts. Owned by the worker, which takes a snapshot for other threads once a second. */
final class WorkerFigures {
    final DropCounters drops = new DropCounters();
    final WorkerCounters counters = new WorkerCounters();
    final IceCounters ice = new IceCounters();
    final DtlsDrops dtlsDrops = new DtlsDrops();
    final CostSampler costs;
    private long countedAtNs;

    private final DatagramPort port;
    private final Egress egress;
    private final EndpointTable sessions;
    private final WorkerCommands commands;

    WorkerFigures(
            DatagramPort port, Egress egress, EndpointTable sessions, WorkerCommands commands, CostSampler costs) {
        this.costs = costs;
        this.port = port;
        this.egress = egress;
        this.sessions = sessions;
        this.commands = commands;
    }

    /** Since the last call. */
    private void countVideo(long nowNs) {
        long elapsedMs = (nowNs - countedAtNs) / 1_000_000;
        for (EndpointSession session : sessions.all()) {
            counters.add(
                    MediaCounter.VIDEO_MILLISECONDS_RECEIVED,
                    elapsedMs * session.incoming().videoStreamsSince(countedAtNs));
            counters.add(
                    MediaCounter.LAYERING_CHANGES_RECEIVED, session.incoming().takeLayerChanges());
        }
        countedAtNs = nowNs;
    }

    /**
     * All figures at this moment.
     *
     * @param readers the rings that the worker reads
     * @param ringOccupancy how full a ring was at most, 0 to 1
     * @param faults bugs so far
     */
    WorkerSnapshot snapshot(long nowNs, RingCursor[] readers, KnownTuples tuples, double ringOccupancy, long faults) {
        countVideo(nowNs);
        long overruns = 0;
        for (RingCursor reader : readers) {
            overruns += reader.overruns();
        }
        counters.set(MediaCounter.PACKETS_SENT, egress.packetsSent());
        counters.set(MediaCounter.BYTES_SENT, egress.bytesSent());
        counters.set(MediaCounter.KERNEL_DROPPED_DATAGRAMS, Math.max(0, port.kernelDrops())); // unknown is not shown
        counters.set(MediaCounter.BUSY_MICROSECONDS, costs.busyNs() / 1000);
        counters.set(MediaCounter.ATTRIBUTED_MICROSECONDS, costs.attributedNs() / 1000);
        counters.set(MediaCounter.COMMAND_QUEUE_REJECTIONS, commands.rejections());
        return new WorkerSnapshot(
                nowNs,
                counters.copy(),
                drops.copy(),
                ice.droppedByReason(),
                port.sendFaults().copy(),
                port.counts().copy(),
                tuples.size(),
                dtlsDrops.sum(sessions.all()),
                overruns,
                ringOccupancy,
                sessions.size(),
                faults);
    }
}

package org.starbridge.media.worker;

import org.starbridge.media.counters.WorkerCounters;
import org.starbridge.media.drop.DropCounters;
import org.starbridge.media.drop.DropReason;
import org.starbridge.media.egress.Egress;
import org.starbridge.media.endpoint.FaultContext;
import org.starbridge.media.feedback.KeyFrameRequester;
import org.starbridge.media.feedback.SenderReportWriter;
import org.starbridge.media.forward.FanOut;
import org.starbridge.media.forward.FanOutBatch;
import org.starbridge.media.forward.FanOutPacket;
import org.starbridge.media.forward.FanOuts;
import org.starbridge.media.forward.OutgoingStream;
import org.starbridge.media.forward.ReceiverGroup;
import org.starbridge.media.forward.ReceiverGroups;
import org.starbridge.media.ring.RingCursor;
import org.starbridge.transport.udp.GsoLimits;

/**
 * The second half of {@link PacketPath}: brings the packets that wait to their receivers, conferences in turn, receiver by
 * receiver, so that what leaves for the same receiver shares a system call. Owned by one worker; runs for every packet and
 * receiver, so nothing here allocates, locks, logs or copies a payload.
 */
final class FanOutPath {
    /** Packets that one conference's receivers are sent before the next conference has its turn. */
    private static final int TURN = 64;

    private final FanOuts fanOuts;
    private final ReceiverGroups groups = new ReceiverGroups();
    private final FanOutBatch batch;
    private final FanOutPacket held = new FanOutPacket();
    private final Egress egress;
    private final SenderReportWriter senderReports;
    private final KeyFrameRequester keyFrameRequests;
    private final DropCounters drops;
    private final WorkerCounters counters;

    FanOutPath(
            FanOuts fanOuts,
            Egress egress,
            SenderReportWriter senderReports,
            KeyFrameRequester keyFrameRequests,
            DropCounters drops,
            WorkerCounters counters,
            GsoLimits gsoLimits) {
        this.fanOuts = fanOuts;
        batch = new FanOutBatch(fanOuts, drops, gsoLimits);
        this.egress = egress;
        this.senderReports = senderReports;
        this.keyFrameRequests = keyFrameRequests;
        this.drops = drops;
        this.counters = counters;
    }

    /** Whether some packet still has receivers to go to. */
    boolean hasWaiting() {
        return !groups.isEmpty();
    }

    /** See {@link FanOutBatch#ringOccupancy}. */
    double ringOccupancy() {
        return batch.ringOccupancy();
    }

    /** The record at the cursor, of the stream with {@code handle}, waits from now on for its receivers. */
    void await(int handle, RingCursor cursor, long nowNs) {
        FanOut fanOut = fanOuts.find(handle); // selection: who gets it?
        if (fanOut != null && !groups.add(cursor, fanOut, nowNs)) {
            drops.count(DropReason.TOO_MANY_WAITING, fanOut.streams().length);
        }
    }

    /**
     * Brings what waits to its receivers, up to about {@code budget} packets. The next call goes on with the next receiver.
     *
     * @param faults is told for which conference the work is done
     * @return how much of the budget was used
     */
    int send(int budget, FaultContext faults, long nowNs) {
        int used = 0;
        while (used < budget) {
            ReceiverGroup group = groups.next();
            if (group == null) {
                break;
            }
            faults.conference(group.conferenceId());
            try {
                used += Math.max(1, send(group, Math.min(TURN, budget - used), nowNs));
            } finally {
                groups.onTurnTaken(group);
            }
        }
        return used;
    }

    private int send(ReceiverGroup group, int budget, long nowNs) {
        batch.load(group, nowNs);
        int used = 0;
        int place = batch.firstPlace();
        for (; place < batch.places() && used < budget; place++) {
            egress.makeRoom(batch.size());
            batch.prefetch(place + 1);
            for (int i = 0; i < batch.size(); i++) {
                FanOutPacket packet = batch.packet(i);
                OutgoingStream stream = packet.to(place);
                if (stream != null) {
                    used += send(packet, stream, nowNs);
                }
            }
        }
        batch.servedUpTo(place);
        return used;
    }

    /** Sends a packet, and what was held back for it; returns how much of the budget was used. */
    private int send(FanOutPacket packet, OutgoingStream stream, long nowNs) {
        if (!packet.isMedia()) {
            senderReports.forward(packet, stream, nowNs);
            return 1;
        }
        DropReason refused = stream.forward(packet, egress, nowNs); // rewrite, protect, egress
        if (refused == DropReason.NOT_SELECTED) {
            keyFrameRequests.requestIfAwaited(stream);
        } else if (refused != null) {
            drops.count(refused);
        } else {
            counters.packetsForwarded++;
            if (stream.lacksReport()) {
                senderReports.sendFirst(packet, stream, nowNs);
            }
            if (packet != held && packet.isLateKeyFrame()) {
                return 1 + sendHeld(packet, stream, nowNs);
            }
        }
        return 1;
    }

    /**
     * The first packet of a key frame came late. The packets that were held back until it came follow.
     *
     * @return how much of the budget was used
     */
    private int sendHeld(FanOutPacket keyFrame, OutgoingStream stream, long nowNs) {
        int used = 0;
        FanOut fanOut = fanOuts.find(keyFrame.handle());
        for (long position = stream.pollHeld(); position >= 0 && fanOut != null; position = stream.pollHeld()) {
            if (held.prepare(keyFrame, position, fanOut)) {
                used += send(held, stream, nowNs);
            } else {
                drops.count(DropReason.RING_OVERRUN);
            }
        }
        return used;
    }
}

package org.starbridge.media.worker;

import org.starbridge.media.blackbox.EventKind;
import org.starbridge.media.blackbox.WorkerLog;
import org.starbridge.media.endpoint.FaultContext;
import org.starbridge.media.forward.FanOut;
import org.starbridge.media.forward.FanOutBatch;
import org.starbridge.media.forward.FanOutPacket;
import org.starbridge.media.forward.OutgoingStream;
import org.starbridge.media.forward.ReceiverGroup;
import org.starbridge.media.forward.ReceiverGroups;
import org.starbridge.media.forward.StreamPrefetch;
import org.starbridge.media.pacing.Pacer;

/**
 * The second half of {@link PacketPath}: brings the packets that wait to their receivers, conferences in turn, receiver
 * by receiver, so that what leaves for the same receiver shares a system call. Owned by one worker; runs for every
 * packet and receiver, so nothing here allocates, locks, logs or copies a payload.
 */
final class FanOutPath {
    /** Packets that one conference's receivers are sent before the next conference has its turn. */
    private static final int TURN = 64;

    private final ReceiverGroups groups;
    private final FanOutBatch batch;
    private final FanOutSender sender;
    private final Pacer pacer;
    private final Pacer.Sender released;
    private final FaultContext faults;
    private final FanOutSampler sampler;
    private final WorkerLog log;
    private final StreamPrefetch prefetch = new StreamPrefetch();

    FanOutPath(
            ReceiverGroups groups,
            FanOutBatch batch,
            FanOutSender sender,
            Pacer pacer,
            FaultContext faults,
            FanOutSampler sampler,
            WorkerLog log) {
        this.groups = groups;
        this.batch = batch;
        this.sender = sender;
        this.pacer = pacer;
        this.faults = faults;
        this.sampler = sampler;
        this.log = log;
        released = this::send;
    }

    /** Returns whether packets wait for receivers. */
    boolean hasWaiting() {
        return !groups.isEmpty();
    }

    /** See {@link FanOutBatch#ringOccupancy}. */
    double ringOccupancy() {
        return batch.ringOccupancy();
    }

    /**
     * Brings what waits to its receivers, up to about {@code budget} packets. The next call goes on with the next
     * receiver.
     *
     * @return how much of the budget was used
     */
    int send(int budget, long nowNs) {
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

    /** Sends what waited long enough in the pacer; returns how many packets. */
    int release(long nowNs) {
        return pacer.release(released, nowNs);
    }

    /** See {@link Pacer#flush}. */
    int flushPacer(long nowNs) {
        return pacer.flush(released, nowNs);
    }

    private int send(FanOutPacket packet, FanOut fanOut, OutgoingStream stream, long nowNs) {
        faults.conference(fanOut.audience().conferenceId());
        sampler.begin(stream);
        int sent = sender.send(packet, stream, nowNs);
        sampler.end();
        return sent;
    }

    /** Returns the time at which {@link #release} is due; {@link Long#MAX_VALUE} if nothing waits in the pacer. */
    long nextReleaseNs() {
        return pacer.nextDeadlineNs();
    }

    private int send(ReceiverGroup group, int budget, long nowNs) {
        batch.load(group, nowNs);
        for (int i = 0; i < batch.size(); i++) {
            if (batch.packet(i).isKeyFrame()) {
                pacer.onKeyFrame(batch.packet(i));
            }
        }
        sampler.beginTurn();
        prefetch.begin(batch);
        int used = 0;
        int place = batch.firstPlace();
        for (; place < batch.places() && used < budget; place++) {
            sampler.begin(batch, place);
            used += sendTo(place, nowNs);
            sampler.end();
        }
        sampler.endTurn(batch, place);
        batch.servedUpTo(place);
        if (log.isOn()) {
            log.onConference(EventKind.FAN_OUT, group.conferenceId(), used, place >= batch.places() ? 1 : 0);
        }
        return used;
    }

    private int sendTo(int place, long nowNs) {
        int used = 0;
        sender.begin(batch.size());
        prefetch.load(batch, place + 1);
        for (int i = 0; i < batch.size(); i++) {
            FanOutPacket packet = batch.packet(i);
            OutgoingStream stream = packet.to(place);
            if (stream != null && !pacer.hold(packet, stream, nowNs)) {
                used += sender.send(packet, stream, nowNs);
            }
        }
        return used;
    }
}

package org.starbridge.media.worker;

import org.jspecify.annotations.Nullable;
import org.starbridge.media.cost.CostSampler;
import org.starbridge.media.endpoint.FaultContext;
import org.starbridge.media.forward.FanOut;
import org.starbridge.media.forward.FanOutBatch;
import org.starbridge.media.forward.FanOutPacket;
import org.starbridge.media.forward.OutgoingStream;
import org.starbridge.media.forward.Receiver;
import org.starbridge.media.forward.ReceiverGroup;
import org.starbridge.media.forward.ReceiverGroups;
import org.starbridge.media.pacing.Pacer;
import org.starbridge.media.transit.TransitSampler;

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
    private final CostSampler costs;
    private final TransitSampler transit;

    FanOutPath(ReceiverGroups groups, FanOutBatch batch, FanOutSender sender, Pacer pacer, TurnContext context) {
        this.groups = groups;
        this.batch = batch;
        this.sender = sender;
        this.pacer = pacer;
        faults = context.faults();
        costs = context.costs();
        transit = context.transit();
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

    private int send(FanOutPacket packet, FanOut fanOut, OutgoingStream stream, long nowNs) {
        faults.conference(fanOut.audience().conferenceId());
        if (!costs.isOn()) {
            return sender.send(packet, stream, nowNs);
        }
        Receiver receiver = stream.receiver();
        long before = receiver.packetsSent();
        costs.begin();
        int sent = sender.send(packet, stream, nowNs);
        costs.endSent(receiver.cost(), (int) (receiver.packetsSent() - before));
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
        long beganNs = costs.isOn() && transit.isOn() ? costs.nowNs() : 0;
        int used = 0;
        int place = batch.firstPlace();
        for (; place < batch.places() && used < budget; place++) {
            used += costs.isOn() ? measuredTo(place, nowNs) : sendTo(place, nowNs);
        }
        if (beganNs != 0 && place >= batch.places()) {
            noteTransit(beganNs);
        }
        batch.servedUpTo(place);
        return used;
    }

    private void noteTransit(long beganNs) {
        long endedNs = costs.nowNs();
        for (int i = 0; i < batch.size(); i++) {
            if (batch.packet(i).isMedia()) {
                transit.add(batch.packet(i).arrivalNs(), beganNs, endedNs);
            }
        }
    }

    /** Sends the batch to one receiver, and what it costs is the receiver's. */
    private int measuredTo(int place, long nowNs) {
        Receiver receiver = receiver(place);
        long before = receiver == null ? 0 : receiver.packetsSent();
        costs.begin();
        int used = sendTo(place, nowNs);
        if (receiver != null) {
            costs.endSent(receiver.cost(), (int) (receiver.packetsSent() - before));
        }
        return used;
    }

    private @Nullable Receiver receiver(int place) {
        for (int i = 0; i < batch.size(); i++) {
            OutgoingStream stream = batch.packet(i).to(place);
            if (stream != null) {
                return stream.receiver();
            }
        }
        return null;
    }

    private int sendTo(int place, long nowNs) {
        int used = 0;
        sender.begin(batch.size());
        batch.prefetch(place + 1);
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

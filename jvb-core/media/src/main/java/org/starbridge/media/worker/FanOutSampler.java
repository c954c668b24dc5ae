package org.starbridge.media.worker;

import org.jspecify.annotations.Nullable;
import org.starbridge.media.cost.CostSampler;
import org.starbridge.media.forward.FanOutBatch;
import org.starbridge.media.forward.FanOutPacket;
import org.starbridge.media.forward.OutgoingStream;
import org.starbridge.media.forward.Receiver;
import org.starbridge.media.transit.TransitSampler;

/**
 * Samples of the fan-out: cost of each receiver's turn, and time of packets in the bridge. In a duty cycle that is not
 * measured, and these are nearly all, each method costs the look at one field. Owned by one worker.
 */
final class FanOutSampler {
    private final CostSampler costs;
    private final TransitSampler transit;
    private @Nullable Receiver receiver;
    private long packetsBefore;
    /** 0 while no times are noted. */
    private long turnBeganNs;

    FanOutSampler(CostSampler costs, TransitSampler transit) {
        this.costs = costs;
        this.transit = transit;
    }

    /** A batch goes to its receivers. */
    void beginTurn() {
        turnBeganNs = costs.isOn() && transit.isOn() ? costs.nowNs() : 0;
    }

    /** The batch is with the receivers before {@code place}. */
    void endTurn(FanOutBatch batch, int place) {
        if (turnBeganNs != 0) {
            noteTransit(batch, place);
        }
    }

    /** The batch goes to the receiver at {@code place}; {@link #end} follows. */
    void begin(FanOutBatch batch, int place) {
        if (costs.isOn()) {
            begin(batch.receiver(place));
        }
    }

    /** A packet that waited in the pacer goes to its receiver; {@link #end} follows. */
    void begin(OutgoingStream stream) {
        if (costs.isOn()) {
            begin(stream.receiver());
        }
    }

    private void begin(@Nullable Receiver next) {
        receiver = next;
        packetsBefore = next == null ? 0 : next.packetsSent();
        costs.begin();
    }

    /** It went; the time since is the receiver's. */
    void end() {
        if (costs.isOn()) {
            attribute();
        }
    }

    private void attribute() {
        Receiver served = receiver;
        if (served != null) {
            costs.endSent(served.cost(), (int) (served.packetsSent() - packetsBefore));
            receiver = null;
        }
    }

    private void noteTransit(FanOutBatch batch, int place) {
        long endedNs = costs.nowNs();
        for (int i = 0; i < batch.size(); i++) {
            FanOutPacket packet = batch.packet(i);
            if (packet.isMedia() && batch.isEverywhere(i, place)) {
                transit.add(packet.arrivalNs(), turnBeganNs, endedNs);
            }
        }
    }
}

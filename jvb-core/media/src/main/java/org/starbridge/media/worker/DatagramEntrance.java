package org.starbridge.media.worker;

import org.jspecify.annotations.Nullable;
import org.starbridge.media.cost.CostSampler;
import org.starbridge.media.demux.DatagramKind;
import org.starbridge.media.drop.DropReason;
import org.starbridge.media.endpoint.FaultContext;
import org.starbridge.media.loss.InjectedLoss;
import org.starbridge.media.ring.RingCursor;
import org.starbridge.transport.udp.ReceiveBatch;

/**
 * Entrance of {@link PacketPath} for datagrams of this worker's socket, and for those that other workers passed on. The
 * cost of some is measured, and media that is to be lost on purpose ends here. Owned by one worker.
 */
final class DatagramEntrance {
    private final PacketPath path;
    private final DatagramHandover handover;
    private final FaultContext faultContext;
    private final CostSampler costs;
    /** Null if nothing is lost on purpose, as in production. */
    private final @Nullable InjectedLoss loss;

    DatagramEntrance(
            PacketPath path,
            DatagramHandover handover,
            FaultContext faultContext,
            CostSampler costs,
            @Nullable InjectedLoss loss) {
        this.path = path;
        this.handover = handover;
        this.faultContext = faultContext;
        this.costs = costs;
        this.loss = loss;
    }

    /** The {@code i}th datagram of a received batch. */
    void onReceived(ReceiveBatch batch, int i, long nowNs) {
        begin();
        enter(batch.address(i), batch.lengthBytes(i), batch.remote(i), batch.arrivalNs(i), nowNs);
        end();
    }

    /** A datagram that another worker received. */
    void onPassedOn(long recordAddress, RingCursor cursor, long nowNs) {
        begin();
        handover.onPassedOn(recordAddress, cursor, this, nowNs);
        end();
    }

    private void begin() {
        faultContext.clear();
        costs.begin();
    }

    private void end() {
        if (costs.isOn()) {
            costs.endReceived(faultContext.cost());
        }
    }

    /** See {@link PacketPath#onDatagram}. */
    void enter(long datagramAddress, int lengthBytes, long remote, long arrivalNs, long nowNs) {
        if (loss != null && isMedia(datagramAddress, lengthBytes) && loss.isLost()) {
            path.refuse(DropReason.LOST_ON_PURPOSE);
            return;
        }
        path.onDatagram(datagramAddress, lengthBytes, remote, arrivalNs, nowNs);
    }

    private static boolean isMedia(long datagramAddress, int lengthBytes) {
        if (lengthBytes > ReceiveBatch.SLOT_BYTES || lengthBytes < 0) {
            return false;
        }
        DatagramKind kind = DatagramKind.of(datagramAddress, lengthBytes);
        return kind == DatagramKind.RTP || kind == DatagramKind.RTCP;
    }
}

package org.starbridge.media.forward;

import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.starbridge.media.drop.DropCounters;
import org.starbridge.media.drop.DropReason;
import org.starbridge.transport.udp.GsoLimits;
import org.starbridge.transport.udp.GsoOrder;

/**
 * The packets that one turn brings to some receivers of a group, prepared, in the order in which each receiver gets
 * them. Owned by one worker, used for one group after the other.
 *
 * <p>Order and padding are made for the kernel: see {@link GsoOrder}. Packets of the same source never change places,
 * of whichever encoding they are: a receiver may get them under one SSRC.
 */
public final class FanOutBatch {
    /** Packets that go together at most: a quarter of what the egress batch holds. */
    public static final int MAX_PACKETS = 32;

    /**
     * Longest useful wait of a packet in a conversation: beyond it the worker is overloaded, and catches up by leaving
     * the packet out.
     */
    static final long MAX_WAIT_NS = 1_000_000_000;

    private final FanOutPacket[] packets = new FanOutPacket[MAX_PACKETS];
    private final int[] placesLeft = new int[MAX_PACKETS];
    private final GsoOrder order;
    private final FanOuts fanOuts;
    private final DropCounters drops;
    private @Nullable WaitingPackets lane;
    private int size;
    private double fullest;

    /** Of packets that leave through a port with {@code runLimits}. */
    public FanOutBatch(FanOuts fanOuts, DropCounters drops, GsoLimits runLimits) {
        this.fanOuts = fanOuts;
        this.drops = drops;
        order = new GsoOrder(MAX_PACKETS, runLimits);
        for (int i = 0; i < MAX_PACKETS; i++) {
            packets[i] = new FanOutPacket();
        }
    }

    /** Loads what is next for a group: what is under way, and what has come to wait since. */
    public void load(ReceiverGroup audience, long nowNs) {
        WaitingPackets next = audience.lane();
        next.begin(MAX_PACKETS, fanOuts);
        lane = next;
        size = 0;
        for (int i = 0; i < next.underWay(); i++) {
            FanOut fanOut = next.fanOut(i);
            if (fanOut == null) {
                continue; // no receiver gets it any more
            }
            fullest = Math.max(fullest, next.ring(i).occupancySince(next.position(i)));
            DropReason lost = null;
            if (!packets[size].prepare(next.ring(i), next.position(i), fanOut)) {
                lost = DropReason.RING_OVERRUN;
            } else if (next.isNew(i) && nowNs - next.sinceNs(i) > MAX_WAIT_NS) {
                lost = DropReason.WAITED_TOO_LONG;
            }
            if (lost == null) {
                placesLeft[size++] = next.placesLeft(i);
            } else {
                drops.count(lost, next.placesLeft(i));
                next.lose(i);
            }
        }
        arrange();
    }

    private void arrange() {
        order.clear();
        for (int i = 0; i < size; i++) {
            order.add(packets[i].sourceHandle(), packets[i].lengthBytes(), packets[i].mayBePadded());
        }
        order.arrange();
        for (int i = 0; i < size; i++) {
            packets[i].padding(order.paddingBytes(i));
        }
    }

    /**
     * Returns how full a ring was at most since the last call, seen from the oldest packet that still had receivers to
     * go to: from 0 to 1, where packets are overwritten before all receivers have them.
     */
    public double ringOccupancy() {
        double was = fullest;
        fullest = 0;
        return was;
    }

    /** Returns the number of packets that each receiver gets at most. */
    public int size() {
        return size;
    }

    /** The packet that a receiver gets as its {@code i}th. */
    public FanOutPacket packet(int i) {
        return packets[order.packet(i)];
    }

    /** Returns the receiver at {@code place}; null if there is none any more. */
    public @Nullable Receiver receiver(int place) {
        for (int i = 0; i < size; i++) {
            OutgoingStream stream = packet(i).to(place);
            if (stream != null) {
                return stream.receiver();
            }
        }
        return null;
    }

    /** The place of the receiver to begin with. */
    public int firstPlace() {
        return Objects.requireNonNull(lane).nextReceiver();
    }

    /** Returns the place behind the last receiver that all of these packets go to together. */
    public int places() {
        return size == 0 ? 0 : Objects.requireNonNull(lane).placesTogether();
    }

    /**
     * Returns whether the {@code i}th packet was with all of its receivers when those before {@code place} are served.
     */
    public boolean isEverywhere(int i, int place) {
        return placesLeft[order.packet(i)] == place - firstPlace();
    }

    /** The receivers before {@code place} are served; the next turn continues there. */
    public void servedUpTo(int place) {
        WaitingPackets taken = Objects.requireNonNull(lane);
        taken.servedUpTo(size == 0 ? taken.placesTogether() : place);
    }
}

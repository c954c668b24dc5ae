package org.starbridge.benchmarks.floor;

import java.util.List;
import org.starbridge.rtp.memory.Memory;
import org.starbridge.transport.srtp.SendStream;
import org.starbridge.transport.udp.DatagramPort;
import org.starbridge.transport.udp.GsoLimits;
import org.starbridge.transport.udp.GsoOrder;
import org.starbridge.transport.udp.SendBatch;

/**
 * Work that a forwarded packet takes, and nothing else: header and sequence number into the slot, payload encrypted
 * into it, sent. Owned by the floor's thread.
 */
final class FanOut implements AutoCloseable {
    private final DatagramPort port;
    private final Grouping grouping;
    private final SendBatch batch;
    private final GsoOrder order;
    private long waits;

    FanOut(DatagramPort port, Grouping grouping, int capacity) {
        this.port = port;
        this.grouping = grouping;
        GsoLimits limits =
                grouping == Grouping.GROUPED ? port.runLimits() : GsoLimits.singly("the floor in single mode");
        batch = new SendBatch(capacity, limits);
        order = new GsoOrder(FloorBatch.MAX_PACKETS, limits);
    }

    /** Sends each packet of the pass to each receiver but its own sender. */
    void forward(FloorBatch pass, List<FloorEndpoint> receivers) {
        if (grouping == Grouping.GROUPED) {
            arrange(pass);
            for (int r = 0; r < receivers.size(); r++) {
                FloorEndpoint receiver = receivers.get(r);
                makeRoom(pass.size());
                for (int i = 0; i < pass.size(); i++) {
                    forward(pass, order.packet(i), receiver);
                }
            }
        } else {
            for (int i = 0; i < pass.size(); i++) {
                for (int r = 0; r < receivers.size(); r++) {
                    forward(pass, i, receivers.get(r));
                }
            }
        }
    }

    /** Order and padding, as the bridge has them. */
    private void arrange(FloorBatch pass) {
        order.clear();
        for (int i = 0; i < pass.size(); i++) {
            order.add(pass.source(i).number(), pass.headerBytes(i) + pass.payloadBytes(i), true);
        }
        order.arrange();
        for (int i = 0; i < pass.size(); i++) {
            if (order.paddingBytes(i) > 0) {
                pass.pad(i, order.paddingBytes(i));
            }
        }
    }

    private void forward(FloorBatch pass, int i, FloorEndpoint receiver) {
        FloorSource source = pass.source(i);
        if (source.owner() == receiver) {
            return;
        }
        SendStream stream = receiver.outgoing(source);
        if (stream == null) {
            return; // it has no keys yet
        }
        long slot = slot();
        int headerBytes = pass.headerBytes(i);
        long header = pass.header(i);
        long index = pass.index(i);
        Memory.copy(header, slot, headerBytes);
        Memory.put16(slot + 2, (int) index);
        int length = receiver.sender()
                .protectRtp(stream, index, slot, headerBytes, 0, header + headerBytes, pass.payloadBytes(i));
        if (length > 0) {
            commit(length, receiver.destination());
        }
    }

    /** Sends a datagram that lies in an array. */
    void send(byte[] datagram, long destination) {
        long slot = slot();
        Memory.copyIn(datagram, 0, slot, datagram.length);
        commit(datagram.length, destination);
    }

    private void commit(int lengthBytes, long destination) {
        batch.commit(lengthBytes, destination);
    }

    /** A run is not cut by a flush. */
    private void makeRoom(int datagrams) {
        if (batch.capacity() - batch.size() < datagrams) {
            flush();
        }
    }

    /** A socket that takes nothing more is asked until it does: the floor drops nothing. */
    private long slot() {
        while (batch.isFull()) {
            flush();
            if (batch.isFull()) {
                waits++;
                Thread.onSpinWait();
            }
        }
        return batch.slot();
    }

    /** Hands what waits to the kernel. */
    void flush() {
        if (batch.size() > 0) {
            port.send(batch);
        }
    }

    /** Returns the number of times a full socket was asked again. */
    long waits() {
        return waits;
    }

    @Override
    public void close() {
        batch.close();
    }
}

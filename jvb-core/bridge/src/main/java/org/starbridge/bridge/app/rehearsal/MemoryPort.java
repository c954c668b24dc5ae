package org.starbridge.bridge.app.rehearsal;

import java.net.InetSocketAddress;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.function.BiConsumer;
import org.starbridge.rtp.memory.Memory;
import org.starbridge.transport.udp.DatagramPort;
import org.starbridge.transport.udp.GsoLimits;
import org.starbridge.transport.udp.ReceiveBatch;
import org.starbridge.transport.udp.SendBatch;
import org.starbridge.transport.udp.SendFaults;
import org.starbridge.transport.udp.SocketAddresses;

/** A port of a bridge in memory. Used by one thread. */
final class MemoryPort implements DatagramPort {
    private final InetSocketAddress address;
    private final BiConsumer<InetSocketAddress, byte[]> network;
    private final Deque<Arrival> arrived = new ArrayDeque<>();
    private final SendFaults faults = new SendFaults();
    private final GsoLimits runLimits = GsoLimits.upTo(GsoLimits.MAX_DATAGRAMS);

    @SuppressWarnings("ArrayRecordComponent") // never compared
    private record Arrival(InetSocketAddress from, byte[] datagram, long atNs) {}

    /** @param network takes what is sent, by its destination */
    MemoryPort(InetSocketAddress address, BiConsumer<InetSocketAddress, byte[]> network) {
        this.address = address;
        this.network = network;
    }

    /** A datagram arrives; it waits to be received. */
    void arrive(InetSocketAddress from, byte[] datagram, long atNs) {
        arrived.add(new Arrival(from, datagram, atNs));
    }

    @Override
    public InetSocketAddress localAddress() {
        return address;
    }

    @Override
    public int receive(ReceiveBatch batch) {
        batch.clear();
        while (batch.size() < batch.capacity() && !arrived.isEmpty()) {
            Arrival next = arrived.remove();
            batch.add(next.datagram, address.getAddress(), next.from, next.atNs);
        }
        return batch.size();
    }

    @Override
    public int send(SendBatch batch) {
        int count = 0;
        while (batch.messagesToSend() > 0) {
            int run = batch.frontDatagrams();
            for (int i = batch.first(); i < batch.first() + run; i++) {
                network.accept(
                        SocketAddresses.read(batch.destination(i)),
                        Memory.copyOf(batch.address(i), batch.lengthBytes(i)));
            }
            count += run;
            batch.drop(run);
        }
        return count;
    }

    @Override
    public GsoLimits runLimits() {
        return runLimits;
    }

    @Override
    public long kernelDrops() {
        return 0;
    }

    @Override
    public SendFaults sendFaults() {
        return faults;
    }

    @Override
    public void close() {
        arrived.clear();
    }
}

package org.starbridge.testkit;

import java.net.Inet4Address;
import java.net.InetSocketAddress;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Optional;
import org.starbridge.rtp.memory.Memory;
import org.starbridge.transport.udp.DatagramPort;
import org.starbridge.transport.udp.GsoLimits;
import org.starbridge.transport.udp.IoCounts;
import org.starbridge.transport.udp.ReceiveBatch;
import org.starbridge.transport.udp.SendBatch;
import org.starbridge.transport.udp.SendFaults;
import org.starbridge.transport.udp.SocketAddresses;

/** One port of a {@link SimulatedNetwork}. Not thread safe. */
public final class SimulatedPort implements DatagramPort {
    @SuppressWarnings("ArrayRecordComponent") // never compared
    private record Arrival(InetSocketAddress from, InetSocketAddress to, byte[] bytes, long atNs) {}

    private final SimulatedNetwork network;
    private final List<InetSocketAddress> addresses;
    private final ArrayDeque<Arrival> arrived = new ArrayDeque<>();
    private final GsoLimits runLimits = GsoLimits.upTo(GsoLimits.MAX_DATAGRAMS);
    private final IoCounts counts = new IoCounts();

    SimulatedPort(SimulatedNetwork network, List<InetSocketAddress> addresses) {
        this.network = network;
        this.addresses = addresses;
    }

    void arrive(InetSocketAddress from, InetSocketAddress to, byte[] bytes, long atNs) {
        arrived.add(new Arrival(from, to, bytes, atNs));
    }

    @Override
    public InetSocketAddress localAddress() {
        return addresses.getFirst();
    }

    private InetSocketAddress towards(InetSocketAddress to) {
        boolean v4 = to.getAddress() instanceof Inet4Address;
        return addresses.stream()
                .filter(address -> address.getAddress() instanceof Inet4Address == v4)
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("no address of " + addresses + " reaches " + to));
    }

    @Override
    public Optional<DatagramPort> openUnique() {
        return Optional.of(network.openBeside(addresses));
    }

    @Override
    public int receive(ReceiveBatch batch) {
        batch.clear();
        while (batch.size() < batch.capacity() && !arrived.isEmpty()) {
            Arrival arrival = arrived.poll();
            batch.add(arrival.bytes, arrival.to.getAddress(), arrival.from, arrival.atNs);
        }
        counts.onReceiveCall(batch.size());
        return batch.size();
    }

    /** As one system call; the network carries the datagrams of a run one by one. */
    @Override
    public int send(SendBatch batch) {
        int count = 0;
        counts.onSendCall();
        while (batch.messagesToSend() > 0) {
            int run = batch.frontDatagrams();
            for (int i = batch.first(); i < batch.first() + run; i++) {
                InetSocketAddress to = SocketAddresses.read(batch.destination(i));
                network.send(from(batch.destination(i), to), to, Memory.copyOf(batch.address(i), batch.lengthBytes(i)));
            }
            counts.onSent(run);
            count += run;
            batch.drop(run);
        }
        return count;
    }

    private InetSocketAddress from(long destination, InetSocketAddress to) {
        if (!SocketAddresses.hasLocal(destination)) {
            return towards(to);
        }
        InetSocketAddress from = new InetSocketAddress(
                SocketAddresses.readLocal(destination), addresses.getFirst().getPort());
        if (!addresses.contains(from)) {
            throw new IllegalArgumentException("told to send from " + from + ", expected one of " + addresses);
        }
        return from;
    }

    /** Sends one datagram: for clients that have no batch. */
    public void send(InetSocketAddress to, byte[] bytes) {
        network.send(towards(to), to, bytes);
    }

    @Override
    public long kernelDrops() {
        return 0;
    }

    @Override
    public SendFaults sendFaults() {
        return new SendFaults();
    }

    @Override
    public GsoLimits runLimits() {
        return runLimits;
    }

    @Override
    public IoCounts counts() {
        return counts;
    }

    @Override
    public void close() {
        network.close(this);
    }
}

package org.starbridge.media.worker;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetAddress;
import java.net.InetSocketAddress;
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

/**
 * A port of a simulated network that goes from one bridge to another: while it is shut nothing arrives and nothing
 * leaves. The clock of its bridge may be ahead of the network's. What leaves is written down.
 */
final class GatedPort implements DatagramPort {
    /** A datagram that left, and whom it was for. */
    record Sent(InetSocketAddress to, String bytes) {
        /** The same datagrams in the same order; else the first other one is named. */
        static void assertSame(List<Sent> actual, List<Sent> expected, String name) {
            for (int i = 0; i < Math.min(actual.size(), expected.size()); i++) {
                assertThat(actual.get(i)).as("%s: datagram %d", name, i).isEqualTo(expected.get(i));
            }
            assertThat(actual).as(name).hasSameSizeAs(expected);
        }
    }

    final DatagramPort port;
    private final List<Sent> sent;
    private final long shiftNs;
    private final ReceiveBatch inner = new ReceiveBatch(1);
    boolean isOpen;

    GatedPort(DatagramPort port, List<Sent> sent, long shiftNs, boolean isOpen) {
        this.port = port;
        this.sent = sent;
        this.shiftNs = shiftNs;
        this.isOpen = isOpen;
    }

    @Override
    public int receive(ReceiveBatch batch) {
        batch.clear();
        while (isOpen && batch.size() < batch.capacity() && port.receive(inner) > 0) {
            InetAddress local = SocketAddresses.readLocal(inner.remote(0));
            byte[] bytes = Memory.copyOf(inner.address(0), inner.lengthBytes(0));
            batch.add(bytes, local, SocketAddresses.read(inner.remote(0)), inner.arrivalNs(0) + shiftNs);
        }
        return batch.size();
    }

    @Override
    public int send(SendBatch batch) {
        if (!isOpen) {
            int count = 0;
            while (batch.messagesToSend() > 0) {
                count += batch.frontDatagrams();
                batch.drop(batch.frontDatagrams());
            }
            return count;
        }
        for (int i = batch.first(); i < batch.first() + batch.size(); i++) {
            byte[] bytes = Memory.copyOf(batch.address(i), batch.lengthBytes(i));
            sent.add(new Sent(
                    SocketAddresses.read(batch.destination(i)),
                    java.util.HexFormat.of().formatHex(bytes)));
        }
        return port.send(batch);
    }

    @Override
    public InetSocketAddress localAddress() {
        return port.localAddress();
    }

    @Override
    public Optional<DatagramPort> openUnique() {
        return Optional.empty();
    }

    @Override
    public long kernelDrops() {
        return 0;
    }

    @Override
    public SendFaults sendFaults() {
        return port.sendFaults();
    }

    @Override
    public GsoLimits runLimits() {
        return port.runLimits();
    }

    @Override
    public IoCounts counts() {
        return port.counts();
    }

    /** The port of the network stays. */
    @Override
    public void close() {
        isOpen = false;
        inner.close();
    }
}

package org.starbridge.media.worker;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.Optional;
import org.starbridge.transport.udp.DatagramPort;
import org.starbridge.transport.udp.GsoLimits;
import org.starbridge.transport.udp.IoCounts;
import org.starbridge.transport.udp.ReceiveBatch;
import org.starbridge.transport.udp.SendBatch;
import org.starbridge.transport.udp.SendFaults;

/** A port of the bridge whose socket buffer is full now and then. */
final class FaultyPort implements DatagramPort {
    /** State of the socket buffers of one bridge. */
    static final class Blockage {
        boolean isFull;
    }

    private final DatagramPort port;
    private final Blockage blockage;

    FaultyPort(DatagramPort port, Blockage blockage) {
        this.port = port;
        this.blockage = blockage;
    }

    @Override
    public int send(SendBatch batch) {
        return blockage.isFull ? 0 : port.send(batch);
    }

    @Override
    public int receive(ReceiveBatch batch) {
        return port.receive(batch);
    }

    @Override
    public InetSocketAddress localAddress() {
        return port.localAddress();
    }

    @Override
    public Optional<DatagramPort> openUnique() throws IOException {
        return port.openUnique();
    }

    @Override
    public long kernelDrops() {
        return port.kernelDrops();
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

    @Override
    public void close() {
        port.close();
    }
}

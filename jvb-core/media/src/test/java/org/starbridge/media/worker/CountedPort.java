package org.starbridge.media.worker;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import org.starbridge.rtp.memory.Memory;
import org.starbridge.rtp.memory.Work;
import org.starbridge.rtp.packet.RtpView;
import org.starbridge.transport.udp.DatagramPort;
import org.starbridge.transport.udp.GsoLimits;
import org.starbridge.transport.udp.IoCounts;
import org.starbridge.transport.udp.ReceiveBatch;
import org.starbridge.transport.udp.SendBatch;
import org.starbridge.transport.udp.SendFaults;

/**
 * A simulated port that counts what a worker asks of it, and what it costs itself, which is no cost of the worker's.
 * Counting allocates nothing.
 */
final class CountedPort implements DatagramPort {
    private final DatagramPort port;
    /** Looks at the socket, each of which is a system call. */
    long receiveCalls;
    /** Hand-overs of a batch, each of which is at least one system call. */
    long sendCalls;
    /** RTP packets that were sent: forwarded ones, in a conference without loss. */
    long rtpSent;
    /** All datagrams that were sent. */
    long datagramsSent;
    /** All datagrams that were received. */
    long datagramsReceived;
    /** Those of them that are no RTP and no RTCP. */
    long othersReceived;
    /** What the simulation itself allocated and copied. */
    long ownBytes;

    long ownCopies;
    long ownCopiedBytes;

    CountedPort(DatagramPort port) {
        this.port = port;
    }

    @Override
    public int receive(ReceiveBatch batch) {
        begin();
        int count = port.receive(batch);
        end();
        receiveCalls++;
        datagramsReceived += count;
        for (int i = 0; i < count; i++) {
            othersReceived += Memory.u8(batch.address(i)) < 128 ? 1 : 0;
        }
        return count;
    }

    @Override
    public int send(SendBatch batch) {
        begin();
        for (int i = batch.first(); i < batch.first() + batch.size(); i++) {
            long at = batch.address(i);
            rtpSent += Memory.u8(at) >= 128 && !RtpView.isRtcp(Memory.u8(at + 1)) ? 1 : 0;
        }
        int count = port.send(batch);
        end();
        sendCalls++;
        datagramsSent += count;
        return count;
    }

    private void begin() {
        ownBytes -= Allocation.byThisThreadBytes();
        ownCopies -= Work.copies();
        ownCopiedBytes -= Work.copiedBytes();
    }

    private void end() {
        ownBytes += Allocation.byThisThreadBytes();
        ownCopies += Work.copies();
        ownCopiedBytes += Work.copiedBytes();
    }

    @Override
    public void writeDestination(long address, InetAddress from, InetSocketAddress to) {
        port.writeDestination(address, from, to);
    }

    @Override
    public InetSocketAddress localAddress() {
        return port.localAddress();
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
    public long kernelDrops() {
        return port.kernelDrops();
    }

    @Override
    public SendFaults sendFaults() {
        return port.sendFaults();
    }

    @Override
    public void close() {
        port.close();
    }
}

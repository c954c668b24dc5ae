package org.starbridge.hammer.client.link;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import org.starbridge.rtp.memory.Memory;
import org.starbridge.transport.link.EmulatedLink;
import org.starbridge.transport.link.LinkDrop;
import org.starbridge.transport.udp.DatagramPort;
import org.starbridge.transport.udp.ReceiveBatch;
import org.starbridge.transport.udp.SendBatch;
import org.starbridge.transport.udp.SendFaults;

/**
 * The endpoint's side of a link: a batch that is sent enters the link at once, and leaves by the port behind when it is
 * due. Owned by the endpoint's driver.
 */
final class UplinkPort implements DatagramPort {
    private static final int SEND_BATCH = 32;

    private final SharedLink link;
    private final DatagramPort port;
    private final DatagramQueue waiting = new DatagramQueue();
    private final SendBatch leaving = new SendBatch(SEND_BATCH);

    UplinkPort(SharedLink link, DatagramPort port) {
        this.link = link;
        this.port = port;
    }

    @Override
    public int send(SendBatch batch) {
        long nowNs = System.nanoTime();
        int count = batch.size();
        for (int i = batch.first(); i < batch.first() + count; i++) {
            int lengthBytes = batch.lengthBytes(i);
            long dueNs = link.up().send(nowNs, lengthBytes);
            if (dueNs == EmulatedLink.DROPPED) {
                link.upMeter().onDropped(nowNs, lengthBytes, link.up().lastDrop());
            } else if (waiting.add(dueNs, batch.destination(i), batch.address(i), lengthBytes)) {
                long leavesNs = dueNs - link.spec().up().delayNs();
                link.upMeter().onPassed(nowNs, leavesNs, lengthBytes, link.up().lastQueueNs());
            } else {
                link.upMeter().onDropped(nowNs, lengthBytes, LinkDrop.QUEUE_FULL);
            }
        }
        batch.drop(count);
        onTime(nowNs);
        return count;
    }

    /** Sends what is due. */
    void onTime(long nowNs) {
        while (waiting.nextDueNs() <= nowNs && hasRoom()) {
            Memory.copy(waiting.address(), leaving.slot(), waiting.lengthBytes());
            leaving.commit(waiting.lengthBytes(), waiting.remote());
            waiting.remove();
        }
        if (leaving.size() > 0) {
            port.send(leaving);
        }
    }

    private boolean hasRoom() {
        if (leaving.isFull()) {
            port.send(leaving);
        }
        return !leaving.isFull();
    }

    /** Returns the time at which the next datagram is due; {@link Long#MAX_VALUE} if none waits. */
    long nextDeadlineNs() {
        return leaving.size() > 0 ? 0 : waiting.nextDueNs();
    }

    @Override
    public void writeDestination(long address, InetSocketAddress to) {
        port.writeDestination(address, to);
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
    public int receive(ReceiveBatch batch) {
        return port.receive(batch);
    }

    @Override
    public long kernelDrops() {
        return port.kernelDrops();
    }

    @Override
    public SendFaults sendFaults() {
        return port.sendFaults();
    }

    /** Frees what waits. */
    @Override
    public void close() {
        waiting.close();
        leaving.close();
    }
}

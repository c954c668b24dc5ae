package org.starbridge.media.egress;

import org.jspecify.annotations.Nullable;
import org.starbridge.media.cost.CostSampler;
import org.starbridge.media.drop.DropReason;
import org.starbridge.media.loss.InjectedLoss;
import org.starbridge.rtp.memory.Memory;
import org.starbridge.transport.udp.DatagramPort;
import org.starbridge.transport.udp.SendBatch;

/** One worker's way out. Owned by its worker, which flushes it at the end of each duty cycle. */
public final class Egress implements AutoCloseable {
    private final DatagramPort port;
    private final SendBatch batch;
    private final CostSampler costs;
    private final @Nullable InjectedLoss loss;
    private long packetsSent;
    private long bytesSent;

    /** Sends over {@code port}, at most {@code capacity} datagrams a system call. */
    public Egress(DatagramPort port, int capacity) {
        this(port, capacity, CostSampler.off(), null);
    }

    /** The same; {@code costs} measures the system calls, {@code loss} says which media is lost on purpose. */
    public Egress(DatagramPort port, int capacity, CostSampler costs, @Nullable InjectedLoss loss) {
        this.loss = loss;
        this.port = port;
        this.costs = costs;
        batch = new SendBatch(capacity, port.runLimits());
    }

    /**
     * Returns the address at which to write the next datagram, {@link SendBatch#SLOT_BYTES} long; what was written is
     * forgotten unless {@link #commit} follows.
     *
     * @return 0 when the socket takes nothing more now: the packet is dropped by the caller, who counts it
     */
    public long slot() {
        if (batch.isFull()) {
            flush();
            if (batch.isFull()) {
                return 0;
            }
        }
        return batch.slot();
    }

    /**
     * Makes room for what is committed next, up to {@code datagrams} of them, in one batch, unless the socket takes
     * nothing more: a run of packets to one receiver is not cut by a flush.
     */
    public void makeRoom(int datagrams) {
        if (batch.room() < datagrams) {
            flush();
        }
    }

    /**
     * The datagram in the slot is complete and goes to {@code destination}, a socket address in native memory. One that
     * is lost on purpose counts as sent.
     */
    public void commit(int lengthBytes, long destination) {
        if (loss == null || !loss.isLost()) {
            append(lengthBytes, destination);
        } else {
            bytesSent += lengthBytes;
            packetsSent++;
        }
    }

    private void append(int lengthBytes, long destination) {
        batch.commit(lengthBytes, destination);
        bytesSent += lengthBytes;
        packetsSent++;
    }

    /** Called when what is committed next was made longer by so many bytes of padding; they count as bytes, too. */
    public void onPadding(int bytes) {
        port.counts().onPadding(bytes);
    }

    /** Sends a datagram that lies in an array; null if it goes, else why not. */
    public @Nullable DropReason send(byte[] datagram, long destination) {
        if (datagram.length > SendBatch.SLOT_BYTES) {
            return DropReason.OVERSIZE_DATAGRAM;
        }
        long slot = slot();
        if (slot == 0) {
            return DropReason.EGRESS_FULL;
        }
        Memory.copyIn(datagram, 0, slot, datagram.length);
        append(datagram.length, destination);
        return null;
    }

    /** Hands what waits to the kernel. */
    public int flush() {
        if (batch.size() == 0) {
            return 0;
        }
        costs.beginSystemCall();
        int sent = port.send(batch);
        costs.endSend();
        return sent;
    }

    /** Closes a port that one peer had for itself, after what waits has left; 0 is none. */
    public void closeUnique(int uniquePort) {
        if (uniquePort != 0) {
            flush();
            port.closeUnique(uniquePort);
        }
    }

    /** Returns whether nothing waits. */
    public boolean isEmpty() {
        return batch.size() == 0;
    }

    /** Datagrams committed so far. */
    public long packetsSent() {
        return packetsSent;
    }

    /** Their bytes, UDP payload. */
    public long bytesSent() {
        return bytesSent;
    }

    @Override
    public void close() {
        batch.close();
    }
}

package org.starbridge.hammer.client.transport;

import java.net.InetSocketAddress;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.starbridge.hammer.measure.SentStream;
import org.starbridge.hammer.media.Replay;
import org.starbridge.rtp.memory.Memory;
import org.starbridge.rtp.memory.Slab;
import org.starbridge.transport.udp.DatagramPort;
import org.starbridge.transport.udp.SendBatch;
import org.starbridge.transport.udp.SocketAddresses;

/**
 * Datagrams that one endpoint is about to send: they are written into slots, and the whole batch is handed to the
 * kernel at once. Media packets enter their stream's log with the time at which they are handed over. Owned by the
 * driver.
 */
public final class Outbox implements AutoCloseable {
    private final DatagramPort port;
    private final SendBatch batch;
    private final Slab addresses = Slab.allocate(2L * SocketAddresses.SIZE_BYTES);
    private final @Nullable SentStream[] streams;
    private final long[] extSeqs;
    private final int[] timestamps;
    private final boolean[] markers;
    private final long[] hashes;
    private final SentPacketCopies copies = new SentPacketCopies();
    private int unlogged;
    private long datagrams;
    private long bytes;

    /** {@code capacity} is how many datagrams are handed over at once. */
    public Outbox(DatagramPort port, int capacity) {
        this.port = port;
        batch = new SendBatch(capacity);
        streams = new @Nullable SentStream[capacity];
        extSeqs = new long[capacity];
        timestamps = new int[capacity];
        markers = new boolean[capacity];
        hashes = new long[capacity];
    }

    /** ICE selected the peer's address; {@link #commit} sends there. */
    void peer(InetSocketAddress address) {
        port.writeDestination(peerAddress(), address);
    }

    private long peerAddress() {
        return addresses.address();
    }

    /** Returns the slot for the next datagram; makes room first. 0 if the socket takes no more now. */
    public long slot() {
        if (batch.isFull() || unlogged == streams.length) {
            flush();
            if (batch.isFull()) {
                return 0;
            }
        }
        return batch.slot();
    }

    /** The slot holds a datagram for the selected peer. */
    public void commit(int lengthBytes) {
        batch.commit(lengthBytes, peerAddress());
        datagrams++;
        bytes += lengthBytes;
    }

    /** The slot holds a media packet for the selected peer, the replay's current one. */
    public void commitMedia(int lengthBytes, SentStream stream, Replay replay) {
        log(stream, replay);
        copies.onSent(batch.slot(), lengthBytes);
        commit(lengthBytes);
    }

    /** The slot holds a media packet that is lost on its way: all is as if it were sent, but it is not. */
    public void loseMedia(SentStream stream, Replay replay) {
        log(stream, replay);
    }

    private void log(SentStream stream, Replay replay) {
        streams[unlogged] = stream;
        extSeqs[unlogged] = replay.extSeq();
        timestamps[unlogged] = (int) replay.rtpTimestamp();
        markers[unlogged] = replay.isMarked();
        hashes[unlogged] = replay.payloadHash();
        unlogged++;
    }

    /** Copies of some of the media packets that were committed last; from the first call on. */
    public List<byte[]> copies() {
        copies.open();
        return copies.kept();
    }

    /** Sends a copy of a datagram to any address, now or with the next flush. */
    void sendTo(InetSocketAddress to, byte[] datagram) {
        long slot = slot();
        if (slot != 0) {
            long address = addresses.address() + SocketAddresses.SIZE_BYTES;
            port.writeDestination(address, to);
            Memory.copyIn(datagram, 0, slot, datagram.length);
            batch.commit(datagram.length, address);
        }
    }

    /** Sends a copy of a datagram to the selected peer. */
    public void send(byte[] datagram) {
        long slot = slot();
        if (slot != 0) {
            Memory.copyIn(datagram, 0, slot, datagram.length);
            commit(datagram.length);
        }
    }

    /** Hands over what waits; this moment becomes the send time of the media in it. */
    public void flush() {
        long nowNs = System.nanoTime();
        for (int i = 0; i < unlogged; i++) {
            SentStream stream = streams[i];
            if (stream != null) {
                stream.log().onSent(extSeqs[i], timestamps[i], markers[i], hashes[i], nowNs);
            }
        }
        unlogged = 0;
        if (batch.size() > 0) {
            port.send(batch);
        }
    }

    /** Returns whether the socket's buffer was full at the last flush. */
    public boolean isWaiting() {
        return batch.size() > 0;
    }

    /** Media and RTCP datagrams committed so far. */
    public long datagrams() {
        return datagrams;
    }

    /** Their UDP payload bytes. */
    public long bytes() {
        return bytes;
    }

    @Override
    public void close() {
        batch.close();
        addresses.close();
    }
}

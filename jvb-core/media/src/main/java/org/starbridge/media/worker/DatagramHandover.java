package org.starbridge.media.worker;

import org.jspecify.annotations.Nullable;
import org.starbridge.media.demux.Route;
import org.starbridge.media.drop.DropReason;
import org.starbridge.media.ring.PacketRing;
import org.starbridge.media.ring.RingCursor;
import org.starbridge.media.ring.RingNotifier;
import org.starbridge.media.ring.RingRecord;
import org.starbridge.rtp.memory.Memory;
import org.starbridge.rtp.memory.Slab;
import org.starbridge.transport.udp.ReceiveBatch;
import org.starbridge.transport.udp.SocketAddresses;

/**
 * Passes datagrams on to the workers that own their endpoints, through this worker's ring, and takes those that other
 * workers passed on: the kernel spreads clients over the sockets by their addresses, not by our choice. Owned by one
 * worker.
 */
final class DatagramHandover implements AutoCloseable {
    private final int worker;
    private final PacketRing ring;
    private final RingNotifier notifier;
    private final Slab passedOn = Slab.allocate(ReceiveBatch.SLOT_BYTES + SocketAddresses.SIZE_BYTES);
    private boolean wasPassedOn;

    DatagramHandover(int worker, PacketRing ring, RingNotifier notifier) {
        this.worker = worker;
        this.ring = ring;
        this.notifier = notifier;
    }

    /** Puts a datagram into this worker's ring for the worker that owns its endpoint. */
    @Nullable
    DropReason passOn(Route route, long datagramAddress, int lengthBytes, long remote, long arrivalNs) {
        if (route.owner() == worker || wasPassedOn) {
            // The endpoint is gone and its addresses are about to be forgotten. Or two workers each believe that the
            // other one has it (two endpoints claimed one address): the datagram would be passed on without end.
            return DropReason.UNKNOWN_ADDRESS;
        }
        int bodyBytes = SocketAddresses.SIZE_BYTES + lengthBytes;
        long recordAddress = ring.claim(bodyBytes);
        long bodyAddress = RingRecord.body(recordAddress);
        Memory.copy(remote, bodyAddress, SocketAddresses.SIZE_BYTES);
        Memory.copy(datagramAddress, bodyAddress + SocketAddresses.SIZE_BYTES, lengthBytes);
        long owner = 1L << route.owner();
        RingRecord.writeDatagram(recordAddress, owner, route.endpointKey(), arrivalNs, bodyBytes);
        ring.commit(bodyBytes);
        notifier.onCommitted(owner);
        return null;
    }

    /** A datagram that another worker received. From here on it is treated as this worker's own. */
    void onPassedOn(long recordAddress, RingCursor cursor, DatagramEntrance entrance, long nowNs) {
        int bodyBytes = RingRecord.bodyBytes(recordAddress);
        int lengthBytes = bodyBytes - SocketAddresses.SIZE_BYTES;
        if (lengthBytes < 0 || lengthBytes > ReceiveBatch.SLOT_BYTES) {
            return; // torn: the next look at the cursor says so
        }
        long arrivalNs = RingRecord.arrivalNs(recordAddress);
        Memory.copy(RingRecord.body(recordAddress), passedOn.address(), bodyBytes); // it is decrypted in our own memory
        if (cursor.isIntact()) {
            long datagramAddress = passedOn.address() + SocketAddresses.SIZE_BYTES;
            wasPassedOn = true;
            try {
                entrance.enter(datagramAddress, lengthBytes, passedOn.address(), arrivalNs, nowNs);
            } finally {
                wasPassedOn = false;
            }
        }
    }

    @Override
    public void close() {
        passedOn.close();
    }
}

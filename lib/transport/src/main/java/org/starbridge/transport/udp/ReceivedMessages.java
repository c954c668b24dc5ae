package org.starbridge.transport.udp;

import java.net.InetAddress;
import org.starbridge.rtp.memory.Memory;
import org.starbridge.rtp.memory.Slab;
import org.starbridge.transport.platform.LibC;

/**
 * Reads what the kernel says about received datagrams in their {@code msghdr} and control messages: length, arrival,
 * local address, and how many it has dropped. Owned by the socket's thread.
 */
final class ReceivedMessages {
    private static final int CLOCK_READINGS = 3;

    private final UdpDescriptor descriptor;
    private final ArrivalClock clock = new ArrivalClock();
    /** The one address of ours that datagrams can come to; 0 when the kernel tells it for each. */
    private final long boundHigh;

    private final long boundLow;
    private long overflowDrops;

    /** @param bound the address that the socket is bound to */
    ReceivedMessages(UdpDescriptor descriptor, InetAddress bound) {
        this.descriptor = descriptor;
        try (Slab address = Slab.allocate(SocketAddresses.SIZE_BYTES)) {
            SocketAddresses.writeLocal(address.address(), bound);
            boundHigh = SocketAddresses.localHigh(address.address());
            boundLow = SocketAddresses.localLow(address.address());
        }
    }

    /** The first {@code count} messages of the batch were received, 1 or more. */
    void read(ReceiveBatch batch, int count) {
        readClocks(count < batch.capacity());
        for (int i = 0; i < count; i++) {
            long messageAddress = batch.message(i);
            boolean isCut = (Memory.nativeInt(messageAddress + 48) & LibC.MSG_TRUNC) != 0;
            batch.set(i, isCut ? -1 : Memory.nativeInt(messageAddress + 56), readControl(batch, i));
        }
        batch.size(count);
    }

    /** Returns the number of datagrams that the kernel had dropped when the last one was received. */
    long overflowDrops() {
        return overflowDrops;
    }

    private void readClocks(boolean hasEmptied) {
        long nowNs = System.nanoTime();
        clock.onReceived(nowNs, hasEmptied);
        if (clock.isOff(nowNs, descriptor.wallNs())) {
            measureClocks(nowNs);
        }
    }

    /** A thread can lose its core between two clocks: of a few readings the closest pair counts. */
    private void measureClocks(long nowNs) {
        long narrowestNs = Long.MAX_VALUE;
        long offsetNs = 0;
        for (int i = 0; i < CLOCK_READINGS; i++) {
            long beforeNs = System.nanoTime();
            long wallNs = descriptor.wallNs();
            long widthNs = System.nanoTime() - beforeNs;
            if (widthNs < narrowestNs) {
                narrowestNs = widthNs;
                offsetNs = wallNs - beforeNs - widthNs / 2;
            }
        }
        clock.onMeasured(nowNs, offsetNs);
    }

    private long readControl(ReceiveBatch batch, int i) {
        long arrivalNs = clock.nowNs();
        SocketAddresses.writeLocal(batch.remote(i), boundHigh, boundLow);
        long at = batch.control(i);
        long end = at + Memory.nativeLong(batch.message(i) + 40);
        while (at + 16 <= end) { // struct cmsghdr: length, level, type, then data
            long length = Memory.nativeLong(at);
            if (length < 16) {
                break;
            }
            if (Memory.nativeInt(at + 8) == LibC.SOL_SOCKET) {
                int type = Memory.nativeInt(at + 12);
                if (type == LibC.SO_TIMESTAMPNS) {
                    arrivalNs =
                            clock.arrivalNs(Memory.nativeLong(at + 16) * 1_000_000_000L + Memory.nativeLong(at + 24));
                } else if (type == LibC.SO_RXQ_OVFL) {
                    overflowDrops = Math.max(overflowDrops, Memory.nativeInt(at + 16) & 0xFFFF_FFFFL);
                }
            } else if (PacketInfo.isAt(at)) {
                PacketInfo.read(at, batch.remote(i));
            }
            at += (length + 7) & ~7L;
        }
        return arrivalNs;
    }
}

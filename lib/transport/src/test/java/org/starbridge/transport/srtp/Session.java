package org.starbridge.transport.srtp;

import java.util.Objects;
import org.starbridge.rtp.memory.Memory;
import org.starbridge.rtp.memory.Slab;

/** Both ends of one session on Java arrays: what {@code protect} returns, {@code receive} takes. */
final class Session implements AutoCloseable {
    private static final int MAX_STREAMS = 8;
    private static final int BUFFER_BYTES = 4096;

    final SrtpSender sender;
    final SrtpReceiver receiver;
    private final Slab slot = Slab.allocate(BUFFER_BYTES);
    private final Slab incoming = Slab.allocate(BUFFER_BYTES);
    private final Slab destination = Slab.allocate(BUFFER_BYTES);
    private boolean inPlace;

    Session(Combination combination) {
        SrtpKeys keys = combination.keys();
        sender = new SrtpSender(combination.crypto(), keys, MAX_STREAMS);
        receiver = new SrtpReceiver(combination.crypto(), keys.swapped(), MAX_STREAMS);
        keys.wipe();
    }

    Session receivingInPlace() {
        inPlace = true;
        return this;
    }

    byte[] protect(long index) {
        return protect(Packets.rtp(index), Packets.PLAIN_HEADER_BYTES, 0, index);
    }

    /** The part of the payload behind the patched one comes from other memory, as large as itself. */
    byte[] protect(byte[] plain, int headerLengthBytes, int patchedLengthBytes, long index) {
        return protect(plain, headerLengthBytes, patchedLengthBytes, 0, index);
    }

    byte[] protect(byte[] plain, int headerLengthBytes, int patchedLengthBytes, int appendedLengthBytes, long index) {
        int inSlot = headerLengthBytes + patchedLengthBytes;
        int restLengthBytes = plain.length - inSlot - appendedLengthBytes;
        Memory.copyIn(plain, 0, slot.address(), inSlot);
        int appendedAt = inSlot + restLengthBytes;
        Memory.copyIn(plain, appendedAt, slot.address() + appendedAt, appendedLengthBytes);
        try (Slab rest = Slab.allocate(Math.max(1, restLengthBytes))) {
            Memory.copyIn(plain, inSlot, rest.address(), restLengthBytes);
            SendStream stream = Objects.requireNonNull(sender.stream(Memory.i32(slot.address() + 8)));
            int length = sender.protectRtp(
                    stream,
                    index,
                    slot.address(),
                    headerLengthBytes,
                    patchedLengthBytes,
                    restLengthBytes == 0 ? 0 : rest.address(),
                    restLengthBytes,
                    appendedLengthBytes);
            if (length < 0) {
                throw new AssertionError(SrtpStatus.of(length));
            }
            return Memory.copyOf(slot.address(), length);
        }
    }

    /** The status; what was decrypted is then in {@link #received}. */
    SrtpStatus receive(byte[] packet) {
        return SrtpStatus.of(receive(packet, Packets.PLAIN_HEADER_BYTES));
    }

    int receive(byte[] packet, int headerLengthBytes) {
        Memory.copyIn(packet, 0, incoming.address(), packet.length);
        ReceiveStream stream = Objects.requireNonNull(receiver.stream(Memory.i32(incoming.address() + 8)));
        return receiver.unprotectRtp(stream, incoming.address(), packet.length, headerLengthBytes, target());
    }

    byte[] received(int lengthBytes) {
        return Memory.copyOf(target(), lengthBytes);
    }

    long lastIndex() {
        return Objects.requireNonNull(receiver.stream(Packets.SSRC)).lastIndex();
    }

    byte[] protectRtcp(byte[] plain) {
        Memory.copyIn(plain, 0, slot.address(), plain.length);
        int length = sender.protectRtcp(slot.address(), plain.length);
        if (length < 0) {
            throw new AssertionError(SrtpStatus.of(length));
        }
        return Memory.copyOf(slot.address(), length);
    }

    int receiveRtcp(byte[] packet) {
        Memory.copyIn(packet, 0, incoming.address(), packet.length);
        return receiver.unprotectRtcp(incoming.address(), packet.length, target());
    }

    private long target() {
        return inPlace ? incoming.address() : destination.address();
    }

    @Override
    public void close() {
        sender.close();
        receiver.close();
        slot.close();
        incoming.close();
        destination.close();
    }
}

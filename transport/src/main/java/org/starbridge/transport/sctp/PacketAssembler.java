package org.starbridge.transport.sctp;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** Bundles chunks into packets (RFC 9260 section 6.10) and sends each when the next chunk does not fit. */
final class PacketAssembler {
    static final int DATA_HEADER_BYTES = 16;

    private final SctpConfig config;
    private final int tag;
    private final SctpSink sink;
    private byte @Nullable [] packet;
    private int length;

    PacketAssembler(SctpConfig config, int tag, SctpSink sink) {
        this.config = config;
        this.tag = tag;
        this.sink = sink;
    }

    /** Most payload of one DATA chunk. */
    static int maxFragmentBytes(SctpConfig config) {
        return config.maxPacketBytes() - Wire.HEADER_BYTES - DATA_HEADER_BYTES;
    }

    /** A packet with only this chunk. */
    static void sendAlone(SctpConfig config, int tag, byte[] chunk, SctpSink sink) {
        PacketAssembler assembler = new PacketAssembler(config, tag, sink);
        assembler.add(chunk);
        assembler.flush();
    }

    void add(byte[] chunk) {
        byte[] into = room(chunk.length);
        System.arraycopy(chunk, 0, into, length, chunk.length);
        length += chunk.length;
    }

    /** Whether a DATA chunk still fits into the packet that was begun. */
    boolean hasRoomForData(int payloadBytes) {
        return packet == null || length + dataBytes(payloadBytes) <= config.maxPacketBytes();
    }

    void addData(int flags, SentChunk chunk) {
        OutgoingMessage message = chunk.message;
        int padded = dataBytes(chunk.length);
        byte[] into = room(padded);
        into[length] = (byte) Chunk.DATA;
        into[length + 1] = (byte) flags;
        Wire.put16(into, length + 2, DATA_HEADER_BYTES + chunk.length);
        Wire.put32(into, length + 4, (int) chunk.tsn);
        Wire.put16(into, length + 8, message.streamId);
        Wire.put16(into, length + 10, message.ssn);
        Wire.put32(into, length + 12, message.ppid);
        System.arraycopy(message.payload, chunk.from, into, length + DATA_HEADER_BYTES, chunk.length);
        length += padded;
    }

    private static int dataBytes(int payloadBytes) {
        return Wire.padded(DATA_HEADER_BYTES + payloadBytes);
    }

    private byte[] room(int bytes) {
        if (packet != null && length + bytes > config.maxPacketBytes()) {
            flush();
        }
        if (packet == null) {
            packet = new byte[Math.max(config.maxPacketBytes(), Wire.HEADER_BYTES + bytes)];
            Wire.put16(packet, 0, config.localPort());
            Wire.put16(packet, 2, config.remotePort());
            Wire.put32(packet, 4, tag);
            length = Wire.HEADER_BYTES;
        }
        return packet;
    }

    /** Sends what was begun, if anything. */
    void flush() {
        byte[] ready = packet;
        if (ready != null) {
            packet = null;
            Wire.sealPacket(ready, length);
            sink.send(length == ready.length ? ready : Arrays.copyOf(ready, length));
        }
    }
}

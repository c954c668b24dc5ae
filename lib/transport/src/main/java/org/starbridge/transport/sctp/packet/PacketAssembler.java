package org.starbridge.transport.sctp.packet;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import org.starbridge.transport.sctp.SctpConfig;
import org.starbridge.transport.sctp.SctpSink;

/** Bundles chunks into packets (RFC 9260 section 6.10) and sends each when the next chunk does not fit. */
public final class PacketAssembler {
    static final int DATA_HEADER_BYTES = 16;
    private static final int CHUNK_HEADER_BYTES = 4;

    /** The content of a DATA chunk. */
    public interface DataSource {
        /** The chunk flags U, B and E. */
        int flags();

        /** Its lower 32 bits are sent. */
        long tsn();

        /** 0 to 65535. */
        int streamId();

        /** The stream sequence number; its lower 16 bits are sent. */
        int ssn();

        /** Payload protocol identifier. */
        int ppid();

        /** Length of the payload without padding. */
        int payloadBytes();

        /** Copies the payload to {@code into}, from index {@code at} on. */
        void copyPayload(byte[] into, int at);
    }

    private final SctpConfig config;
    private final int tag;
    private final SctpSink sink;
    private byte @Nullable [] packet;
    private int length;

    public PacketAssembler(SctpConfig config, int tag, SctpSink sink) {
        this.config = config;
        this.tag = tag;
        this.sink = sink;
    }

    /** Most payload of one DATA chunk. */
    public static int maxFragmentBytes(SctpConfig config) {
        return config.maxPacketBytes() - PacketBytes.HEADER_BYTES - DATA_HEADER_BYTES;
    }

    /** Returns whether a chunk with a value of this length fits into a packet. */
    public static boolean fits(SctpConfig config, int valueBytes) {
        return PacketBytes.HEADER_BYTES + CHUNK_HEADER_BYTES + valueBytes <= config.maxPacketBytes();
    }

    /** A packet with only this chunk. */
    public static void sendAlone(SctpConfig config, int tag, byte[] chunk, SctpSink sink) {
        PacketAssembler assembler = new PacketAssembler(config, tag, sink);
        assembler.add(chunk);
        assembler.flush();
    }

    public void add(byte[] chunk) {
        byte[] into = room(chunk.length);
        System.arraycopy(chunk, 0, into, length, chunk.length);
        length += chunk.length;
    }

    /** Returns whether a DATA chunk still fits into the packet that was begun. */
    public boolean hasRoomForData(int payloadBytes) {
        return packet == null || length + dataBytes(payloadBytes) <= config.maxPacketBytes();
    }

    /** A DATA chunk (RFC 9260 section 3.3.1). */
    public void addData(DataSource chunk) {
        int padded = dataBytes(chunk.payloadBytes());
        byte[] into = room(padded);
        into[length] = (byte) Chunk.DATA;
        into[length + 1] = (byte) chunk.flags();
        PacketBytes.put16(into, length + 2, DATA_HEADER_BYTES + chunk.payloadBytes());
        PacketBytes.put32(into, length + 4, (int) chunk.tsn());
        PacketBytes.put16(into, length + 8, chunk.streamId());
        PacketBytes.put16(into, length + 10, chunk.ssn());
        PacketBytes.put32(into, length + 12, chunk.ppid());
        chunk.copyPayload(into, length + DATA_HEADER_BYTES);
        length += padded;
    }

    private static int dataBytes(int payloadBytes) {
        return PacketBytes.padded(DATA_HEADER_BYTES + payloadBytes);
    }

    private byte[] room(int bytes) {
        if (packet != null && length + bytes > config.maxPacketBytes()) {
            flush();
        }
        if (packet == null) {
            packet = new byte[Math.max(config.maxPacketBytes(), PacketBytes.HEADER_BYTES + bytes)];
            PacketBytes.put16(packet, 0, config.localPort());
            PacketBytes.put16(packet, 2, config.remotePort());
            PacketBytes.put32(packet, 4, tag);
            length = PacketBytes.HEADER_BYTES;
        }
        return packet;
    }

    /** Sends what was begun, if anything. */
    public void flush() {
        byte[] ready = packet;
        if (ready != null) {
            packet = null;
            PacketBytes.sealPacket(ready, length);
            sink.send(length == ready.length ? ready : Arrays.copyOf(ready, length));
        }
    }
}

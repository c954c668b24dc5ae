package org.starbridge.transport.sctp.association;

import java.util.ArrayList;
import java.util.List;
import org.starbridge.transport.sctp.SctpConfig;
import org.starbridge.transport.sctp.packet.Chunk;
import org.starbridge.transport.sctp.packet.ChunkWriter;
import org.starbridge.transport.sctp.packet.Packet;
import org.starbridge.transport.sctp.packet.PacketBytes;
import org.starbridge.transport.sctp.packet.PacketParser;

/** Writes packets that no association of ours would. */
final class Forger {
    private static final SctpConfig CONFIG = SctpConfig.defaults();

    private Forger() {}

    /** A well-formed packet of these chunks. */
    static byte[] packet(int tag, byte[]... chunks) {
        int length = PacketBytes.HEADER_BYTES;
        for (byte[] chunk : chunks) {
            length += chunk.length;
        }
        byte[] packet = new byte[length];
        PacketBytes.put16(packet, 0, CONFIG.remotePort());
        PacketBytes.put16(packet, 2, CONFIG.localPort());
        PacketBytes.put32(packet, 4, tag);
        int at = PacketBytes.HEADER_BYTES;
        for (byte[] chunk : chunks) {
            System.arraycopy(chunk, 0, packet, at, chunk.length);
            at += chunk.length;
        }
        return sealed(packet);
    }

    /** The same bytes with a checksum that fits. */
    static byte[] sealed(byte[] packet) {
        PacketBytes.sealPacket(packet, packet.length);
        return packet;
    }

    static byte[] data(int flags, long tsn, int streamId, int ssn, int payloadBytes) {
        byte[] chunk = new byte[PacketBytes.padded(16 + payloadBytes)];
        chunk[1] = (byte) flags;
        PacketBytes.put16(chunk, 2, 16 + payloadBytes);
        PacketBytes.put32(chunk, 4, (int) tsn);
        PacketBytes.put16(chunk, 8, streamId);
        PacketBytes.put16(chunk, 10, ssn);
        PacketBytes.put32(chunk, 12, 53);
        return chunk;
    }

    /** A whole ordered message. */
    static byte[] message(long tsn, int streamId, int ssn, int payloadBytes) {
        return data(Chunk.FLAG_BEGIN | Chunk.FLAG_END, tsn, streamId, ssn, payloadBytes);
    }

    static byte[] init(int tag) {
        return packet(0, ChunkWriter.init(tag, 100_000, 16, 7, null, new byte[0]));
    }

    static int tag(byte[] packet) {
        return PacketBytes.i32(packet, 4);
    }

    static Packet read(byte[] packet) {
        return (Packet) PacketParser.read(packet);
    }

    /** All chunks of one kind in these packets. */
    static <C extends Chunk> List<C> chunks(List<byte[]> packets, Class<C> kind) {
        List<C> found = new ArrayList<>();
        for (byte[] packet : packets) {
            for (Chunk chunk : read(packet).chunks()) {
                if (kind.isInstance(chunk)) {
                    found.add(kind.cast(chunk));
                }
            }
        }
        return found;
    }
}

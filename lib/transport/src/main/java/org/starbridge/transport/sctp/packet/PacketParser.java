package org.starbridge.transport.sctp.packet;

import java.util.ArrayList;
import java.util.List;
import org.starbridge.transport.sctp.SctpDropReason;

/** Reads packets. */
public final class PacketParser {
    /** Result of reading the bytes. */
    public sealed interface Reading permits Packet, Refused {}

    /** No packet. */
    public record Refused(SctpDropReason reason) implements Reading {}

    private static final int CHUNK_HEADER_BYTES = 4;

    private PacketParser() {}

    /**
     * Reads RFC 9260 section 3:
     *
     * <pre>
     * |     source port (16)     |   destination port (16)   |
     * |                 verification tag (32)                |
     * |                     CRC32c (32)                      |
     * | type (8) | flags (8) |    length (16)    |  value ...
     * </pre>
     *
     * <p>All of it is read before any of it has an effect: one lying length refuses the packet. The padding of the last
     * chunk may be missing.
     */
    public static Reading read(byte[] bytes) {
        if (bytes.length < PacketBytes.HEADER_BYTES + CHUNK_HEADER_BYTES || bytes.length > 0xFFFF) {
            return new Refused(SctpDropReason.MALFORMED);
        }
        if (!PacketBytes.isSealed(bytes)) {
            return new Refused(SctpDropReason.BAD_CHECKSUM);
        }
        List<Chunk> chunks = new ArrayList<>(2);
        int at = PacketBytes.HEADER_BYTES;
        while (at < bytes.length) {
            if (bytes.length - at < CHUNK_HEADER_BYTES) {
                return new Refused(SctpDropReason.MALFORMED);
            }
            int length = PacketBytes.u16(bytes, at + 2);
            if (length < CHUNK_HEADER_BYTES || length > bytes.length - at) {
                return new Refused(SctpDropReason.MALFORMED);
            }
            Chunk chunk = ChunkParser.parse(bytes, at, length);
            if (chunk == null) {
                return new Refused(SctpDropReason.MALFORMED);
            }
            chunks.add(chunk);
            at += PacketBytes.padded(length);
        }
        return new Packet(PacketBytes.u16(bytes, 0), PacketBytes.u16(bytes, 2), PacketBytes.i32(bytes, 4), chunks);
    }
}

package org.starbridge.bridge.capture;

import java.io.BufferedOutputStream;
import java.io.Closeable;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;

/**
 * Writes a capture file (pcap with nanoseconds, draft-ietf-opsawg-pcap) of raw IPv4 packets with UDP. The addresses are
 * made up: 10.0.0.1:10000 is the bridge, 10.0.0.2:5004 the endpoint. Used by one thread.
 */
final class PcapFile implements Closeable {
    private static final int MAGIC_NANOSECONDS = 0xA1B23C4D;
    private static final int LINKTYPE_RAW = 101;
    private static final int SNAP_LENGTH = 65_535;
    private static final int FILE_HEADER_BYTES = 24;
    private static final int RECORD_HEADER_BYTES = 16;
    private static final int IP_BYTES = 20;
    private static final int UDP_BYTES = 8;
    private static final int UDP = 17;
    private static final int BRIDGE = 0x0A000001;
    private static final int ENDPOINT = 0x0A000002;
    private static final int BRIDGE_PORT = 10_000;
    private static final int ENDPOINT_PORT = 5004;

    private final OutputStream out;
    private final ByteBuffer header = ByteBuffer.allocate(RECORD_HEADER_BYTES + IP_BYTES + UDP_BYTES);
    private long sizeBytes = FILE_HEADER_BYTES;

    PcapFile(OutputStream file) throws IOException {
        out = new BufferedOutputStream(file, 1 << 16);
        out.write(ByteBuffer.allocate(FILE_HEADER_BYTES)
                .putInt(MAGIC_NANOSECONDS)
                .putShort((short) 2)
                .putShort((short) 4)
                .putInt(0)
                .putInt(0)
                .putInt(SNAP_LENGTH)
                .putInt(LINKTYPE_RAW)
                .array());
    }

    /**
     * Writes one packet.
     *
     * @param isSent to the endpoint; else from it
     * @param epochNs its time since 1970
     * @param bytes its beginning, or all of it
     * @param lengthBytes how long it was
     */
    void write(boolean isSent, long epochNs, byte[] bytes, int lengthBytes) throws IOException {
        int added = IP_BYTES + UDP_BYTES;
        header.clear();
        header.putInt((int) Math.floorDiv(epochNs, 1_000_000_000L))
                .putInt((int) Math.floorMod(epochNs, 1_000_000_000L))
                .putInt(added + bytes.length)
                .putInt(added + lengthBytes);
        header.putShort((short) 0x4500)
                .putShort((short) (added + lengthBytes))
                .putInt(0x4000)
                .put((byte) 64)
                .put((byte) UDP)
                .putShort((short) 0)
                .putInt(isSent ? BRIDGE : ENDPOINT)
                .putInt(isSent ? ENDPOINT : BRIDGE);
        header.putShort(RECORD_HEADER_BYTES + 10, checksum());
        header.putShort((short) (isSent ? BRIDGE_PORT : ENDPOINT_PORT))
                .putShort((short) (isSent ? ENDPOINT_PORT : BRIDGE_PORT))
                .putShort((short) (UDP_BYTES + lengthBytes))
                .putShort((short) 0); // no checksum (RFC 768)
        out.write(header.array());
        out.write(bytes);
        sizeBytes += header.capacity() + bytes.length;
    }

    /** Of the IPv4 header (RFC 791). */
    private short checksum() {
        int sum = 0;
        for (int i = 0; i < IP_BYTES; i += 2) {
            sum += header.getShort(RECORD_HEADER_BYTES + i) & 0xFFFF;
        }
        sum = (sum & 0xFFFF) + (sum >>> 16);
        return (short) ~((sum & 0xFFFF) + (sum >>> 16));
    }

    /** Returns the length of the file. */
    long sizeBytes() {
        return sizeBytes;
    }

    @Override
    public void close() throws IOException {
        out.close();
    }
}

package org.starbridge.transport.sctp.packet;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.zip.CRC32C;
import org.starbridge.rtp.state.State;
import org.starbridge.rtp.state.StateException;

/** Numbers of a packet, big endian; and its checksum, the one that is not (RFC 9260 appendix A). */
public final class PacketBytes {
    public static final int HEADER_BYTES = 12;
    private static final int CHECKSUM_AT = 8;
    private static final VarHandle SHORTS = MethodHandles.byteArrayViewVarHandle(short[].class, ByteOrder.BIG_ENDIAN);
    private static final VarHandle INTS = MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.BIG_ENDIAN);
    private static final VarHandle LONGS = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);
    private static final byte[] NO_CHECKSUM = new byte[4];

    private static final long MAX_EXTENDED = 1L << 60;

    private PacketBytes() {}

    static int u8(byte[] bytes, int at) {
        return bytes[at] & 0xFF;
    }

    public static int u16(byte[] bytes, int at) {
        return (short) SHORTS.get(bytes, at) & 0xFFFF;
    }

    public static int i32(byte[] bytes, int at) {
        return (int) INTS.get(bytes, at);
    }

    public static long i64(byte[] bytes, int at) {
        return (long) LONGS.get(bytes, at);
    }

    public static void put16(byte[] bytes, int at, int value) {
        SHORTS.set(bytes, at, (short) value);
    }

    public static void put32(byte[] bytes, int at, int value) {
        INTS.set(bytes, at, value);
    }

    public static void put64(byte[] bytes, int at, long value) {
        LONGS.set(bytes, at, value);
    }

    /** A length with the zeros that fill it up to a multiple of 4. */
    public static int padded(int length) {
        return length + 3 & ~3;
    }

    public static void sealPacket(byte[] packet, int length) {
        put32(packet, CHECKSUM_AT, Integer.reverseBytes(checksum(packet, length)));
    }

    static boolean isSealed(byte[] packet) {
        return Integer.reverseBytes(i32(packet, CHECKSUM_AT)) == checksum(packet, packet.length);
    }

    private static int checksum(byte[] packet, int length) {
        CRC32C crc = new CRC32C();
        crc.update(packet, 0, CHECKSUM_AT);
        crc.update(NO_CHECKSUM, 0, NO_CHECKSUM.length);
        crc.update(packet, HEADER_BYTES, length - HEADER_BYTES);
        return (int) crc.getValue();
    }

    /**
     * The serial number with these low 32 bits that is nearest to {@code reference}: TSNs are compared as such extended
     * numbers only (RFC 1982 arithmetic done once).
     */
    public static long extend32(int low, long reference) {
        return reference + (low - (int) reference);
    }

    /** A TSN of a snapshot, extended to 64 bits. */
    public static long stateOfTsn(State state, long tsn) throws StateException {
        long read = state.i64(tsn);
        if (read < -1 || read > MAX_EXTENDED) {
            throw new StateException("a TSN is out of range");
        }
        return read;
    }
}

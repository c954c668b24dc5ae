package org.starbridge.rtp.memory;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;

/**
 * The one accessor to native memory. Multi-byte values are big endian (network order) unless the name says
 * {@code Native}. Addresses come from a {@link Slab}; nothing else may be read or written.
 *
 * <p>Not a place for protocol knowledge: views in other packages give the offsets their names.
 */
public final class Memory {
    /** {@code true}: every access; {@code crypto}: what ciphers read and write; {@code false}: nothing. */
    private static final String CHECKED = System.getProperty("starbridge.memory.checked", "crypto");

    private static final boolean ALL_CHECKED = CHECKED.equals("true");
    private static final boolean RANGES_CHECKED = !CHECKED.equals("false");

    /** The whole address space; the JIT folds its bounds away because it is a constant. */
    private static final MemorySegment ALL = MemorySegment.NULL.reinterpret(Long.MAX_VALUE);

    private static final ValueLayout.OfShort SHORT = ValueLayout.JAVA_SHORT_UNALIGNED.withOrder(ByteOrder.BIG_ENDIAN);
    private static final ValueLayout.OfInt INT = ValueLayout.JAVA_INT_UNALIGNED.withOrder(ByteOrder.BIG_ENDIAN);
    private static final ValueLayout.OfLong LONG = ValueLayout.JAVA_LONG_UNALIGNED.withOrder(ByteOrder.BIG_ENDIAN);

    private Memory() {}

    /** Returns whether every access is checked against the live slabs, and {@link Work} is counted: in tests. */
    public static boolean isChecked() {
        return ALL_CHECKED;
    }

    /** Returns whether anything is checked, so that slabs have to be known. */
    static boolean knowsSlabs() {
        return RANGES_CHECKED;
    }

    /**
     * Has a range looked at that native code is about to read or write: it must lie within one live slab.
     *
     * @throws IndexOutOfBoundsException if such ranges are checked and it does not
     */
    public static void checkRange(long address, long lengthBytes) {
        if (RANGES_CHECKED) {
            LiveSlabs.check(address, lengthBytes);
        }
    }

    /** The byte at {@code address}, 0 to 255. */
    public static int u8(long address) {
        check(address, 1);
        return ALL.get(ValueLayout.JAVA_BYTE, address) & 0xFF;
    }

    /** Two bytes, big endian, 0 to 65535. */
    public static int u16(long address) {
        check(address, 2);
        return ALL.get(SHORT, address) & 0xFFFF;
    }

    /** Three bytes, big endian, 0 to 2^24 - 1. */
    public static int u24(long address) {
        return u8(address) << 16 | u16(address + 1);
    }

    /** Four bytes, big endian, 0 to 2^32 - 1. */
    public static long u32(long address) {
        return i32(address) & 0xFFFF_FFFFL;
    }

    /** Four bytes, big endian, as a Java int. */
    public static int i32(long address) {
        check(address, 4);
        return ALL.get(INT, address);
    }

    /** Eight bytes, big endian. */
    public static long i64(long address) {
        check(address, 8);
        return ALL.get(LONG, address);
    }

    /** Writes the low byte of {@code value}. */
    public static void put8(long address, int value) {
        check(address, 1);
        ALL.set(ValueLayout.JAVA_BYTE, address, (byte) value);
    }

    /** Writes the low two bytes of {@code value}, big endian. */
    public static void put16(long address, int value) {
        check(address, 2);
        ALL.set(SHORT, address, (short) value);
    }

    /** Writes the low three bytes of {@code value}, big endian. */
    public static void put24(long address, int value) {
        put8(address, value >>> 16);
        put16(address + 1, value);
    }

    /** Writes four bytes, big endian; a long keeps its low four. */
    public static void put32(long address, long value) {
        check(address, 4);
        ALL.set(INT, address, (int) value);
    }

    /** Writes eight bytes, big endian. */
    public static void put64(long address, long value) {
        check(address, 8);
        ALL.set(LONG, address, value);
    }

    /** A C {@code short} in the machine's own byte order. */
    public static int nativeU16(long address) {
        check(address, 2);
        return ALL.get(ValueLayout.JAVA_SHORT_UNALIGNED, address) & 0xFFFF;
    }

    /** A C {@code int} in the machine's own byte order. */
    public static int nativeInt(long address) {
        check(address, 4);
        return ALL.get(ValueLayout.JAVA_INT_UNALIGNED, address);
    }

    /** A C {@code long}, or a pointer, in the machine's own byte order. */
    public static long nativeLong(long address) {
        check(address, 8);
        return ALL.get(ValueLayout.JAVA_LONG_UNALIGNED, address);
    }

    /** Writes a C {@code short} in the machine's own byte order. */
    public static void putNativeU16(long address, int value) {
        check(address, 2);
        ALL.set(ValueLayout.JAVA_SHORT_UNALIGNED, address, (short) value);
    }

    /** Writes a C {@code int} in the machine's own byte order. */
    public static void putNativeInt(long address, int value) {
        check(address, 4);
        ALL.set(ValueLayout.JAVA_INT_UNALIGNED, address, value);
    }

    /** Writes a C {@code long}, or a pointer, in the machine's own byte order. */
    public static void putNativeLong(long address, long value) {
        check(address, 8);
        ALL.set(ValueLayout.JAVA_LONG_UNALIGNED, address, value);
    }

    /** Copies {@code lengthBytes} within native memory; the ranges may overlap. */
    public static void copy(long from, long to, long lengthBytes) {
        check(from, lengthBytes);
        check(to, lengthBytes);
        Work.onCopy(lengthBytes);
        MemorySegment.copy(ALL, from, ALL, to, lengthBytes);
    }

    /** Copies from a Java array into native memory. */
    public static void copyIn(byte[] from, int offset, long to, int lengthBytes) {
        check(to, lengthBytes);
        Work.onCopy(lengthBytes);
        MemorySegment.copy(from, offset, ALL, ValueLayout.JAVA_BYTE, to, lengthBytes);
    }

    /** Copies from native memory into a Java array. */
    public static void copyOut(long from, byte[] to, int offset, int lengthBytes) {
        check(from, lengthBytes);
        Work.onCopy(lengthBytes);
        MemorySegment.copy(ALL, ValueLayout.JAVA_BYTE, from, to, offset, lengthBytes);
    }

    /** A Java copy of {@code lengthBytes} bytes of native memory; allocates, so not for the hot path. */
    public static byte[] copyOf(long from, int lengthBytes) {
        byte[] copy = new byte[lengthBytes];
        copyOut(from, copy, 0, lengthBytes);
        return copy;
    }

    /** Sets {@code lengthBytes} bytes to {@code value}. */
    public static void fill(long address, long lengthBytes, int value) {
        check(address, lengthBytes);
        ALL.asSlice(address, lengthBytes).fill((byte) value);
    }

    private static void check(long address, long lengthBytes) {
        if (ALL_CHECKED) {
            LiveSlabs.check(address, lengthBytes);
        }
    }
}

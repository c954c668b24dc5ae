package org.starbridge.rtp.packet;

import org.starbridge.rtp.memory.Memory;

/**
 * The abs-send-time element (webrtc.org/experiments/rtp-hdrext/abs-send-time): when the packet left, 24 bits of 6.18
 * fixed-point seconds, so that it wraps every 64 s with a resolution of 3.8 µs.
 */
public final class AbsoluteSendTime {
    /** The element's data in bytes. */
    public static final int LENGTH_BYTES = 3;

    private static final int FRACTION_BITS = 18;
    private static final long NS_PER_SECOND = 1_000_000_000L;

    private AbsoluteSendTime() {}

    /** The element's 24 bits for a time in ns on any clock. */
    public static int value(long timeNs) {
        long seconds = Math.floorDiv(timeNs, NS_PER_SECOND);
        long fraction = (Math.floorMod(timeNs, NS_PER_SECOND) << FRACTION_BITS) / NS_PER_SECOND;
        return (int) ((seconds << FRACTION_BITS | fraction) & 0xFF_FFFF);
    }

    /** A value as ns since the last wrap, 0 to 64 s, rounded down. */
    public static long toNs(int value) {
        return ((value & 0xFF_FFFFL) * NS_PER_SECOND) >> FRACTION_BITS;
    }

    /** The ns from {@code from} to {@code to} the short way round, -32 s to 32 s. */
    public static long distanceNs(int from, int to) {
        int ticks = (to - from) << 8 >> 8;
        return (ticks * NS_PER_SECOND) >> FRACTION_BITS;
    }

    /** Reads the 24 bits of the element whose data is at {@code elementAddress}. */
    public static int read(long elementAddress) {
        return Memory.u24(elementAddress);
    }

    /** Writes the element's data for a time in ns. */
    public static void write(long elementAddress, long timeNs) {
        Memory.put24(elementAddress, value(timeNs));
    }
}

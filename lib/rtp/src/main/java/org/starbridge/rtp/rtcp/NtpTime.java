package org.starbridge.rtp.rtcp;

/**
 * NTP timestamps as RTCP carries them, RFC 3550 section 4: 64 bits of 32.32 fixed-point seconds since 1900, and their
 * middle 32 bits.
 */
public final class NtpTime {
    private static final long NS_PER_SECOND = 1_000_000_000L;
    private static final long SECONDS_1900_TO_1970 = 2_208_988_800L;

    private NtpTime() {}

    /** The 64-bit timestamp of a wall clock time in ns since 1970. */
    public static long fromUnixNs(long unixNs) {
        long seconds = Math.floorDiv(unixNs, NS_PER_SECOND) + SECONDS_1900_TO_1970;
        return seconds << 32 | (Math.floorMod(unixNs, NS_PER_SECOND) << 32) / NS_PER_SECOND;
    }

    /** The wall clock time in ns since 1970, rounded down, of a 64-bit timestamp of the years 1900 to 2036. */
    public static long toUnixNs(long ntp64) {
        long seconds = (ntp64 >>> 32) - SECONDS_1900_TO_1970;
        return seconds * NS_PER_SECOND + (((ntp64 & 0xFFFF_FFFFL) * NS_PER_SECOND) >>> 32);
    }

    /** A 64-bit timestamp that is later by 0 ns or more; the era of 2036 follows that of 1900. */
    public static long plus(long ntp64, long durationNs) {
        return ntp64 + ((durationNs / NS_PER_SECOND) << 32) + ((durationNs % NS_PER_SECOND) << 32) / NS_PER_SECOND;
    }

    /** The middle 32 bits: what LSR holds. */
    public static int middle(long ntp64) {
        return (int) (ntp64 >>> 16);
    }

    /** A duration of 0 to 65535 s in units of 1/65536 s: what DLSR holds; outside the nearest end. */
    public static int shortFromNs(long durationNs) {
        long ns = Math.clamp(durationNs, 0, 65_535 * NS_PER_SECOND);
        return (int) ((ns << 16) / NS_PER_SECOND);
    }

    /** The ns of 32 bits in units of 1/65536 s, rounded down. */
    public static long shortToNs(int units) {
        return ((units & 0xFFFF_FFFFL) * NS_PER_SECOND) >>> 16;
    }
}

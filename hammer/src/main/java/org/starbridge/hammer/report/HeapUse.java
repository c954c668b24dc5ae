package org.starbridge.hammer.report;

import java.util.List;

/**
 * The bridge's heap over time. What is in use includes garbage, so it rises and falls with each collection; the least
 * of a while is near to what lives.
 *
 * @param firstBytes the least in the first third of the time
 * @param lastBytes the least in the last third
 * @param mostBytes the most ever
 * @param isLong whether it was watched long enough for collections in each third
 */
public record HeapUse(long firstBytes, long lastBytes, long mostBytes, boolean isLong) {
    /** Bytes that may wait in bridge channels by default (starbridge.channel.max-total-pending-size). */
    private static final long GROWTH_ALLOWED_BYTES = 64L << 20;

    private static final int LONG_SECONDS = 120;

    /** Not measured. */
    public static final HeapUse UNKNOWN = new HeapUse(0, 0, 0, false);

    /**
     * Returns what some samples saw, at equal distances.
     *
     * @param seconds for how long
     */
    public static HeapUse of(List<Long> usedBytes, long seconds) {
        if (usedBytes.isEmpty()) {
            return UNKNOWN;
        }
        int third = Math.max(1, usedBytes.size() / 3);
        return new HeapUse(
                least(usedBytes.subList(0, third)),
                least(usedBytes.subList(usedBytes.size() - third, usedBytes.size())),
                usedBytes.stream().mapToLong(Long::longValue).max().orElse(0),
                seconds >= LONG_SECONDS);
    }

    private static long least(List<Long> bytes) {
        return bytes.stream().mapToLong(Long::longValue).min().orElse(0);
    }

    /**
     * Returns whether more is in use at the end than at the beginning, by more than the bridge may keep for its
     * channels.
     */
    boolean hasGrown() {
        return isLong && lastBytes > firstBytes + GROWTH_ALLOWED_BYTES;
    }
}

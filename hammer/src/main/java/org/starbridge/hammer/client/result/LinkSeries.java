package org.starbridge.hammer.client.result;

import java.util.Arrays;

/**
 * One direction of a link over time, in intervals of {@value #INTERVAL_MS} ms. Immutable. Times are nanoseconds of one
 * clock.
 */
public final class LinkSeries {
    /** The length of an interval. */
    public static final int INTERVAL_MS = 100;
    /** Half an hour; later intervals are not kept. */
    public static final int MAX_INTERVALS = 18_000;

    private static final long INTERVAL_NS = INTERVAL_MS * 1_000_000L;
    private static final int RISING_SPAN = 10;
    private static final int FALLING_SPAN = 5;

    private final long startNs;
    private final int[] offered;
    private final int[] bytes;
    private final int[] queueMicros;

    /**
     * Copies what it is given.
     *
     * @param offered bytes that came to the link in each interval, headers included
     * @param bytes that left the link in each interval, headers included
     * @param queueMicros the longest wait in the queue of these, in µs
     * @param intervals how many of each are used
     */
    public LinkSeries(long startNs, int[] offered, int[] bytes, int[] queueMicros, int intervals) {
        this.startNs = startNs;
        this.offered = Arrays.copyOf(offered, intervals);
        this.bytes = Arrays.copyOf(bytes, intervals);
        this.queueMicros = Arrays.copyOf(queueMicros, intervals);
    }

    /** Mean bitrate of what left the link between two times, by whole intervals; 0 where nothing is known. */
    public double bps(long fromNs, long toNs) {
        return bps(bytes, fromNs, toNs);
    }

    /** Mean bitrate of what came to the link between two times. */
    public double offeredBps(long fromNs, long toNs) {
        return bps(offered, fromNs, toNs);
    }

    private double bps(int[] bytes, long fromNs, long toNs) {
        int from = index(fromNs);
        int to = Math.max(from + 1, index(toNs));
        long sum = 0;
        for (int i = from; i < Math.min(to, bytes.length); i++) {
            sum += bytes[i];
        }
        return sum * 8e3 / INTERVAL_MS / (to - from);
    }

    /**
     * A percentile, 0 to 1, of the intervals' longest waits in the queue between two times, in ms. It is a little more
     * than that of all datagrams.
     */
    public double queueMs(double percentile, long fromNs, long toNs) {
        int from = Math.min(index(fromNs), queueMicros.length);
        int to = Math.clamp(index(toNs), from, queueMicros.length);
        int[] sorted = Arrays.copyOfRange(queueMicros, from, to);
        Arrays.sort(sorted);
        return sorted.length == 0 ? 0 : sorted[(int) Math.min(sorted.length - 1, percentile * sorted.length)] / 1e3;
    }

    /**
     * From when on the bitrate over a second is {@code bps} or more, at or after {@code fromNs}; {@link Long#MAX_VALUE}
     * if never.
     */
    public long reaches(double bps, long fromNs) {
        for (int i = index(fromNs); i + RISING_SPAN <= bytes.length; i++) {
            long at = startNs + i * INTERVAL_NS;
            if (bps(at, at + RISING_SPAN * INTERVAL_NS) >= bps) {
                return Math.max(fromNs, at);
            }
        }
        return Long.MAX_VALUE;
    }

    /**
     * From when on the bitrate of what comes to the link is {@code bps} or less over half a second;
     * {@link Long#MAX_VALUE} if never.
     */
    public long offeredFalls(double bps, long fromNs) {
        for (int i = index(fromNs); i + FALLING_SPAN <= offered.length; i++) {
            long at = startNs + i * INTERVAL_NS;
            if (offeredBps(at, at + FALLING_SPAN * INTERVAL_NS) <= bps) {
                return Math.max(fromNs, at);
            }
        }
        return Long.MAX_VALUE;
    }

    /**
     * Returns the last time between two times at which the queue was longer than {@code ms}; {@code fromNs} if never.
     */
    public long queueAbove(double ms, long fromNs, long toNs) {
        long last = fromNs;
        for (int i = index(fromNs); i < Math.min(index(toNs), queueMicros.length); i++) {
            last = queueMicros[i] > ms * 1e3 ? Math.max(fromNs, startNs + i * INTERVAL_NS) : last;
        }
        return last;
    }

    private int index(long ns) {
        return Math.clamp((ns - startNs) / INTERVAL_NS, 0, MAX_INTERVALS);
    }
}

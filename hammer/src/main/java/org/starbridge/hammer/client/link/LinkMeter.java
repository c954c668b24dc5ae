package org.starbridge.hammer.client.link;

import java.util.Arrays;
import org.HdrHistogram.Histogram;
import org.starbridge.hammer.client.result.LinkSeries;
import org.starbridge.transport.link.EmulatedLink;
import org.starbridge.transport.link.LinkDrop;

/**
 * Meter of one direction of a link, in the measured window, and in intervals of {@value LinkSeries#INTERVAL_MS} ms
 * since the link's first datagram. Owned by one thread; a bounded number of intervals.
 */
final class LinkMeter {
    private static final long MAX_QUEUE_NS = 60_000_000_000L;
    private static final long INTERVAL_NS = LinkSeries.INTERVAL_MS * 1_000_000L;
    private static final int FIRST_INTERVALS = 256;

    private final Histogram queueNs = new Histogram(MAX_QUEUE_NS, 2);
    private boolean isInWindow;
    private long packets;
    private long deliveredBytes;
    private long policed;
    private long lost;
    private long queueFull;

    private long seriesStartNs = Long.MIN_VALUE;
    private int intervals;
    private int[] offered = new int[FIRST_INTERVALS];
    private int[] bytes = new int[FIRST_INTERVALS];
    private int[] queueMicros = new int[FIRST_INTERVALS];

    void openWindow() {
        isInWindow = true;
        queueNs.reset();
        packets = 0;
        deliveredBytes = 0;
        policed = 0;
        lost = 0;
        queueFull = 0;
    }

    void closeWindow() {
        isInWindow = false;
    }

    /** A datagram came to the link and was dropped. */
    void onDropped(long nowNs, int lengthBytes, LinkDrop drop) {
        onOffered(nowNs, lengthBytes + EmulatedLink.HEADER_BYTES);
        if (!isInWindow) {
            return;
        }
        packets++;
        switch (drop) {
            case POLICED -> policed++;
            case LOST -> lost++;
            case QUEUE_FULL -> queueFull++;
        }
    }

    /** A datagram came to the link and leaves it at {@code leavesNs} after it waited. */
    void onPassed(long nowNs, long leavesNs, int lengthBytes, long waitedNs) {
        int size = lengthBytes + EmulatedLink.HEADER_BYTES;
        if (isInWindow) {
            packets++;
            deliveredBytes += size;
            queueNs.recordValue(Math.clamp(waitedNs, 0, MAX_QUEUE_NS));
        }
        onOffered(nowNs, size);
        int i = interval(leavesNs);
        if (i >= 0) {
            bytes[i] += size;
            queueMicros[i] = (int) Math.max(queueMicros[i], Math.min(Integer.MAX_VALUE, waitedNs / 1000));
        }
    }

    private void onOffered(long nowNs, int size) {
        if (seriesStartNs == Long.MIN_VALUE) {
            seriesStartNs = nowNs;
        }
        int i = interval(nowNs);
        if (i >= 0) {
            offered[i] += size;
        }
    }

    /** The index of the interval, which is there then; -1 if it is too late to be kept. */
    private int interval(long ns) {
        long interval = Math.max(0, ns - seriesStartNs) / INTERVAL_NS;
        if (interval >= LinkSeries.MAX_INTERVALS) {
            return -1;
        }
        int i = (int) interval;
        if (i >= bytes.length) {
            int length = Math.min(LinkSeries.MAX_INTERVALS, Math.max(i + 1, 2 * bytes.length));
            offered = Arrays.copyOf(offered, length);
            bytes = Arrays.copyOf(bytes, length);
            queueMicros = Arrays.copyOf(queueMicros, length);
        }
        intervals = Math.max(intervals, i + 1);
        return i;
    }

    long packets() {
        return packets;
    }

    long deliveredBytes() {
        return deliveredBytes;
    }

    long policed() {
        return policed;
    }

    long lost() {
        return lost;
    }

    long queueFull() {
        return queueFull;
    }

    long queueNs(double percentile) {
        return queueNs.getTotalCount() == 0 ? 0 : queueNs.getValueAtPercentile(percentile);
    }

    long maxQueueNs() {
        return queueNs.getMaxValue();
    }

    /** The intervals so far. */
    LinkSeries series() {
        return new LinkSeries(seriesStartNs, offered, bytes, queueMicros, intervals);
    }
}

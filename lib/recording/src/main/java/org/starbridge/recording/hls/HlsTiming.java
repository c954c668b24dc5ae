package org.starbridge.recording.hls;

import java.util.concurrent.TimeUnit;

/**
 * Lengths of segments and parts, and how much is kept.
 *
 * @param segmentNs a key frame is requested so long after the last one that began a segment
 * @param partNs the longest part, EXT-X-PART-INF
 * @param windowNs what a playlist holds at least, if there is so much
 * @param maxBytes of one rendition; older segments are dropped, but three stay
 */
public record HlsTiming(long segmentNs, long partNs, long windowNs, long maxBytes) {
    private static final long SECOND_NS = TimeUnit.SECONDS.toNanos(1);

    public HlsTiming {
        if (segmentNs < partNs || partNs <= 0 || windowNs < segmentNs || maxBytes <= 0) {
            throw new IllegalArgumentException(
                    "segments of " + segmentNs + " ns, parts of " + partNs + " ns, window of " + windowNs + " ns, "
                            + maxBytes + " bytes: expected parts within segments within the window");
        }
    }

    /** EXT-X-TARGETDURATION: a second more than what is aimed at, because senders take their time. */
    public int targetSeconds() {
        return (int) ((segmentNs + SECOND_NS - 1) / SECOND_NS) + 1;
    }

    /** No segment is longer: it is rounded to the target duration. */
    long maxSegmentNs() {
        return targetSeconds() * SECOND_NS + SECOND_NS * 2 / 5;
    }

    double partSeconds() {
        return partNs / 1e9;
    }

    /** A time in units of {@code timescale} a second. */
    static long ticks(long ns, int timescale) {
        return ns / SECOND_NS * timescale + ns % SECOND_NS * timescale / SECOND_NS;
    }
}

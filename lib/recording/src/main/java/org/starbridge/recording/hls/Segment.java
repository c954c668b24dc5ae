package org.starbridge.recording.hls;

import java.util.ArrayList;
import java.util.List;

/** One media segment: what is in it so far. */
final class Segment {
    private final long number;
    private final long discontinuity;
    private final long startNs;
    private final int init;
    private final List<Part> parts = new ArrayList<>();
    private long ticks;
    private int bytes;

    /**
     * A partial segment.
     *
     * @param data a fragment
     * @param isIndependent whether it begins with a key frame
     */
    @SuppressWarnings("ArrayRecordComponent") // never compared
    record Part(byte[] data, long ticks, boolean isIndependent) {}

    /**
     * One without parts.
     *
     * @param discontinuity its discontinuity sequence number
     * @param init which header it needs; -1 of one that has no media (EXT-X-GAP)
     */
    Segment(long number, long discontinuity, long startNs, int init) {
        this.number = number;
        this.discontinuity = discontinuity;
        this.startNs = startNs;
        this.init = init;
    }

    /** One without media. */
    static Segment gap(long number, long discontinuity, long startNs, long ticks) {
        Segment gap = new Segment(number, discontinuity, startNs, -1);
        gap.ticks = ticks;
        return gap;
    }

    /** Returns a copy of what is in it now. */
    Segment copy() {
        Segment copy = new Segment(number, discontinuity, startNs, init);
        parts.forEach(copy::add);
        return copy;
    }

    void add(Part part) {
        parts.add(part);
        ticks += part.ticks();
        bytes += part.data().length;
    }

    long number() {
        return number;
    }

    long discontinuity() {
        return discontinuity;
    }

    long startNs() {
        return startNs;
    }

    int init() {
        return init;
    }

    boolean isGap() {
        return init < 0;
    }

    /** Returns whether decoding can begin with it. */
    boolean isIndependent() {
        return isGap() || (!parts.isEmpty() && parts.getFirst().isIndependent());
    }

    List<Part> parts() {
        return parts;
    }

    long ticks() {
        return ticks;
    }

    int bytes() {
        return bytes;
    }
}

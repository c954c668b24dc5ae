package org.starbridge.recording.hls;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.starbridge.recording.frame.TrackFormat;
import org.starbridge.recording.hls.Segment.Part;
import org.starbridge.recording.mp4.CodecName;
import org.starbridge.recording.mp4.InitSegment;

/** Cuts the frames of one media playlist of a {@link Program}. Owned by the thread that has the program. */
final class Rendition {
    private static final long SECOND_NS = 1_000_000_000L;
    /** So many segments stay available behind those of the playlist. */
    private static final int RETIRED = 3;

    private static final int LEAST_SEGMENTS = 3;
    /** Frames and segments are at least so far apart: dates have milliseconds. */
    private static final long STEP_NS = 1_000_000;

    private final RenditionSnapshot.Identity identity;
    private final int timescale;
    private final HlsTiming timing;
    private final Deque<Segment> complete = new ArrayDeque<>();
    private final Deque<Segment> retired = new ArrayDeque<>();
    private final Map<Integer, byte[]> inits = new HashMap<>();
    private final PartCutter cutter;
    private @Nullable Segment open;
    private @Nullable TrackFormat format;
    private int init = -1;
    private long number = -1;
    private long discontinuity;
    private long version;
    /** Null after a change. */
    private @Nullable RenditionSnapshot snapshot;

    private long segments;
    private long gaps;
    private long heldBytes;
    private long peakBitsPerSecond;

    private long lastNs = -STEP_NS;
    private long lastStartNs = -STEP_NS;

    /** @param isVideo whether frames may be moved so that parts have their length */
    Rendition(String name, int timescale, HlsTiming timing, boolean isVideo) {
        identity = new RenditionSnapshot.Identity(name, timescale, timing);
        this.timescale = timescale;
        this.timing = timing;
        cutter = new PartCutter(timing, timescale, isVideo, this::addPart);
    }

    private void addPart(Part part) {
        Segment segment = open;
        if (segment != null) {
            segment.add(part);
            heldBytes += part.data().length;
            version++;
            snapshot = null;
        }
    }

    long madeSegments() {
        return segments;
    }

    long madeParts() {
        return cutter.made();
    }

    long madeGaps() {
        return gaps;
    }

    /** Returns the format that the newest segment needs; null before the first one. */
    @Nullable
    TrackFormat format() {
        return format;
    }

    boolean isStarted() {
        return number >= 0;
    }

    /** Of the newest segment; -1 before the first one. */
    long number() {
        return number;
    }

    long discontinuity() {
        return discontinuity;
    }

    private long ticks(long ns) {
        return HlsTiming.ticks(ns, timescale);
    }

    /** Returns the length that the open segment will have with a frame at this time and of the usual length. */
    long lengthNs(long timeNs) {
        Segment segment = open;
        return segment == null ? 0 : timeNs - segment.startNs() + cutter.usualTicks() * SECOND_NS / timescale;
    }

    boolean isOpen() {
        return open != null;
    }

    /** Returns the start of the newest segment. */
    long startNs() {
        return lastStartNs;
    }

    /** Returns whether frames of this format need another header. */
    boolean needsHeader(TrackFormat other) {
        TrackFormat known = format;
        return known == null || !CodecName.isCompatible(known, other);
    }

    /** The time of the next frame: behind the last one. */
    long after(long timeNs) {
        return Math.max(timeNs, lastNs + STEP_NS);
    }

    private long ns(long ticks) {
        return ticks / timescale * SECOND_NS + ticks % timescale * SECOND_NS / timescale;
    }

    private long nextStartNs() {
        lastStartNs = Math.max(endNs(), lastStartNs + STEP_NS);
        return lastStartNs;
    }

    /** Returns the time at which its media and its gaps end, and the next segment begins. */
    long endNs() {
        return ns(cutter.endTicks());
    }

    /** Returns whether the open segment can last until then. */
    boolean reaches(long timeNs) {
        Segment segment = open;
        return segment != null && timeNs - segment.startNs() <= timing.maxSegmentNs();
    }

    /**
     * Begins a segment where the former one has {@linkplain #end ended}, with the frame that comes next.
     *
     * @param startNs where the very first one begins
     */
    void begin(long segmentNumber, long discontinuityNumber, long startNs, @Nullable TrackFormat ofFirst) {
        if (!isStarted()) {
            cutter.begin(ticks(startNs));
        }
        if (ofFirst != null && needsHeader(ofFirst)) {
            format = ofFirst;
            init++;
            inits.put(init, InitSegment.of(ofFirst, timescale));
        }
        number = segmentNumber;
        discontinuity = discontinuityNumber;
        open = new Segment(segmentNumber, discontinuityNumber, nextStartNs(), init);
        snapshot = null;
    }

    /** A frame of the open segment. Times that go back count as the next tick. */
    void add(long timeNs, boolean isKey, byte[] data) {
        cutter.add(ticks(timeNs), isKey, data);
        lastNs = timeNs;
    }

    /**
     * Ends the open segment, if there is one; its last frame is shown until {@code nextNs}, if the segment is not too
     * long then.
     */
    void end(long nextNs) {
        if (open != null) {
            cutter.endSegment(ticks(nextNs));
            close();
        }
    }

    /**
     * Begins a segment with the last frame, if it is shown from {@code fromNs} on or later and is not alone in the open
     * segment.
     */
    boolean split(long segmentNumber, long discontinuityNumber, long fromNs) {
        Segment segment = open;
        if (segment == null
                || discontinuityNumber != discontinuity
                || cutter.waitingTicks() < ticks(fromNs)
                || cutter.waitingTicks() <= ticks(segment.startNs() + STEP_NS)) {
            return false;
        }
        cutter.endBeforeLast();
        close();
        begin(segmentNumber, discontinuityNumber, fromNs, null);
        return true;
    }

    private void close() {
        Segment segment = open;
        if (segment == null) {
            return;
        }
        open = null;
        snapshot = null;
        if (!segment.parts().isEmpty()) {
            peakBitsPerSecond =
                    Math.max(peakBitsPerSecond, segment.bytes() * 8L * timescale / Math.max(1, segment.ticks()));
            segments++;
            complete(segment);
        } else {
            number = segment.number() - 1;
        }
    }

    /** There is no media for a segment, which lasts until {@code untilNs}. */
    void gap(long segmentNumber, long discontinuityNumber, long untilNs) {
        gaps++;
        number = segmentNumber;
        discontinuity = discontinuityNumber;
        long startNs = nextStartNs();
        long length = ticks(Math.clamp(untilNs - endNs(), STEP_NS + SECOND_NS / timescale, timing.maxSegmentNs()));
        cutter.begin(cutter.endTicks() + length);
        complete(Segment.gap(segmentNumber, discontinuityNumber, startNs, length));
    }

    private void complete(Segment segment) {
        complete.addLast(segment);
        version++;
        snapshot = null;
        while (complete.size() > LEAST_SEGMENTS && (heldBytes > timing.maxBytes() || isLong())) {
            retired.addLast(complete.removeFirst());
            if (retired.size() > RETIRED) {
                heldBytes -= retired.removeFirst().bytes();
            }
        }
        int oldest = (retired.isEmpty() ? complete : retired)
                .stream()
                        .mapToInt(Segment::init)
                        .filter(each -> each >= 0)
                        .min()
                        .orElse(init);
        inits.keySet().removeIf(each -> each < oldest);
    }

    private boolean isLong() {
        long all = complete.stream().mapToLong(Segment::ticks).sum();
        return all - complete.getFirst().ticks() >= ticks(timing.windowNs());
    }

    /** Returns what it has now. The same object as long as nothing has changed. */
    RenditionSnapshot snapshot() {
        RenditionSnapshot last = snapshot;
        if (last == null) {
            last = new RenditionSnapshot(
                    identity,
                    new RenditionSnapshot.Held(
                            List.copyOf(complete),
                            List.copyOf(retired),
                            open == null ? null : open.copy(),
                            Map.copyOf(inits),
                            heldBytes),
                    version,
                    number,
                    format,
                    peakBitsPerSecond,
                    cutter.framesPerTick() * timescale);
            snapshot = last;
        }
        return last;
    }
}

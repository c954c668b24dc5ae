package org.starbridge.recording.hls;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.starbridge.recording.frame.TrackFormat;
import org.starbridge.recording.hls.Segment.Part;
import org.starbridge.recording.mp4.CodecName;
import org.starbridge.recording.mp4.Fragment;
import org.starbridge.recording.mp4.InitSegment;
import org.starbridge.recording.mp4.Sample;

/** One media playlist of a {@link Program} with its media. Owned by the thread that has the program. */
public final class Rendition {
    private static final long SECOND_NS = 1_000_000_000L;
    /** A frame is shown for at most so long; after that there is a hole. */
    private static final long MAX_SAMPLE_NS = SECOND_NS;
    /** So many segments stay available behind those of the playlist. */
    private static final int RETIRED = 3;

    private static final int LEAST_SEGMENTS = 3;
    /** PART-HOLD-BACK, and what a player takes to begin. */
    private static final int PLAYABLE_PARTS = 5;
    /** Frames and segments are at least so far apart: dates have milliseconds. */
    private static final long STEP_NS = 1_000_000;

    private final String name;
    private final int timescale;
    private final HlsTiming timing;
    private final Deque<Segment> complete = new ArrayDeque<>();
    private final Deque<Segment> retired = new ArrayDeque<>();
    private final Map<Integer, byte[]> inits = new HashMap<>();
    private final List<Sample> samples = new ArrayList<>();
    private @Nullable Segment open;
    private @Nullable TrackFormat format;
    private int init = -1;
    private long number = -1;
    private long discontinuity;
    private long version;
    private long fragments;
    private long segments;
    private long gaps;
    private long heldBytes;
    private long peakBitsPerSecond;

    private byte @Nullable [] pending;
    private boolean pendingIsKey;
    private long lastNs = -STEP_NS;
    private long lastStartNs = -STEP_NS;
    private long pendingTicks;
    private long nextTicks;
    private long usualTicks;
    private long frames;
    private long framesTicks;
    private long partStartTicks;
    private long partTicks;

    Rendition(String name, int timescale, HlsTiming timing) {
        this.name = name;
        this.timescale = timescale;
        this.timing = timing;
    }

    long madeSegments() {
        return segments;
    }

    long madeParts() {
        return fragments;
    }

    long madeGaps() {
        return gaps;
    }

    /** What its playlist is called, without an extension. */
    public String name() {
        return name;
    }

    int timescale() {
        return timescale;
    }

    HlsTiming timing() {
        return timing;
    }

    /** What the newest segment needs; null before the first one. */
    public @Nullable TrackFormat format() {
        return format;
    }

    /** Grows whenever its playlist changes. */
    public long version() {
        return version;
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

    Deque<Segment> complete() {
        return complete;
    }

    /** The segment that grows, if it has parts. */
    @Nullable
    Segment open() {
        Segment segment = open;
        return segment == null || segment.parts().isEmpty() ? null : segment;
    }

    private long ticks(long ns) {
        return ns / SECOND_NS * timescale + ns % SECOND_NS * timescale / SECOND_NS;
    }

    /** How long the open segment will be with a frame at this time and of the usual length. */
    long lengthNs(long timeNs) {
        Segment segment = open;
        return segment == null ? 0 : timeNs - segment.startNs() + usualTicks * SECOND_NS / timescale;
    }

    boolean isOpen() {
        return open != null;
    }

    /** Whether frames of this format need another header. */
    boolean needsHeader(TrackFormat other) {
        TrackFormat known = format;
        return known == null || !CodecName.isCompatible(known, other);
    }

    /** The time of the next frame: behind the last one. */
    long after(long timeNs) {
        return Math.max(timeNs, lastNs + STEP_NS);
    }

    private long startAfter(long startNs) {
        lastStartNs = Math.max(startNs, lastStartNs + STEP_NS);
        return lastStartNs;
    }

    /** Begins a segment with the frame that comes next. The former one has {@linkplain #end ended}. */
    void begin(long segmentNumber, long discontinuityNumber, long startNs, @Nullable TrackFormat ofFirst) {
        if (ofFirst != null && needsHeader(ofFirst)) {
            format = ofFirst;
            init++;
            inits.put(init, InitSegment.of(ofFirst, timescale));
        }
        number = segmentNumber;
        discontinuity = discontinuityNumber;
        open = new Segment(segmentNumber, discontinuityNumber, startAfter(startNs), init);
    }

    /** A frame of the open segment. Times that go back count as the next tick. */
    void add(long timeNs, boolean isKey, byte[] data) {
        long at = Math.max(ticks(timeNs), nextTicks);
        endSample(at);
        pending = data;
        pendingIsKey = isKey;
        lastNs = timeNs;
        pendingTicks = at;
        nextTicks = at + 1;
    }

    /** The frame that waits is shown until {@code untilTicks}. */
    private void endSample(long untilTicks) {
        byte[] data = pending;
        if (data == null) {
            return;
        }
        pending = null;
        long duration = Math.clamp(untilTicks - pendingTicks, 1, Math.max(1, longestSampleTicks()));
        long target = ticks(timing.partNs());
        if (partTicks + duration > target || pendingTicks != partStartTicks + partTicks) {
            endPart();
        }
        if (samples.isEmpty()) {
            partStartTicks = pendingTicks;
        }
        samples.add(new Sample(data, duration, pendingIsKey));
        partTicks += duration;
        usualTicks = duration;
        frames++;
        framesTicks += duration;
        nextTicks = pendingTicks + duration;
        if (partTicks + duration > target) {
            endPart();
        }
    }

    private long longestSampleTicks() {
        Segment segment = open;
        long room = segment == null ? 0 : ticks(timing.maxSegmentNs()) - segment.ticks() - partTicks;
        return Math.min(room, ticks(MAX_SAMPLE_NS));
    }

    private void endPart() {
        Segment segment = open;
        if (samples.isEmpty() || segment == null) {
            return;
        }
        byte[] data = Fragment.of(++fragments, partStartTicks, samples);
        segment.add(new Part(data, partTicks, samples.getFirst().isSync()));
        heldBytes += data.length;
        samples.clear();
        partTicks = 0;
        version++;
    }

    /** No frame came for long: the last one does not wait for the next one's time. */
    void expire(long nowNs) {
        if (pending != null && nowNs - lastNs > MAX_SAMPLE_NS) {
            endSample(pendingTicks + Math.max(1, usualTicks));
            endPart();
        }
    }

    /** Ends the open segment, if there is one; its last frame is shown until {@code nextNs}. */
    void end(long nextNs) {
        Segment segment = open;
        if (segment == null) {
            return;
        }
        endSample(Math.max(ticks(nextNs), nextTicks));
        endPart();
        open = null;
        if (!segment.parts().isEmpty()) {
            peakBitsPerSecond =
                    Math.max(peakBitsPerSecond, segment.bytes() * 8L * timescale / Math.max(1, segment.ticks()));
            segments++;
            complete(segment);
        } else {
            number = segment.number() - 1;
        }
    }

    /** There is no media for a segment. */
    void gap(long segmentNumber, long discontinuityNumber, long startNs, long lengthNs) {
        gaps++;
        number = segmentNumber;
        discontinuity = discontinuityNumber;
        long length = Math.clamp(lengthNs, SECOND_NS / timescale + 1, timing.maxSegmentNs());
        complete(Segment.gap(segmentNumber, discontinuityNumber, startAfter(startNs), ticks(length)));
    }

    private void complete(Segment segment) {
        complete.addLast(segment);
        version++;
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

    /**
     * Whether players can begin: its playlist has a whole segment, which some need, and enough that the time to which
     * they go is in it.
     */
    public boolean isPlayable() {
        Segment growing = open();
        long ticks = complete.stream().mapToLong(Segment::ticks).sum() + (growing == null ? 0 : growing.ticks());
        return !complete.isEmpty() && ticks >= PLAYABLE_PARTS * ticks(timing.partNs());
    }

    /** The number of the newest segment in the playlist; -1 if it is empty. */
    public long lastNumber() {
        Segment segment = open();
        return segment != null
                ? segment.number()
                : complete.isEmpty() ? -1 : complete.getLast().number();
    }

    /** The index of the newest part of the newest segment; -1 if it has none. */
    public int lastPart() {
        Segment segment = open();
        return (segment != null
                        ? segment.parts().size()
                        : complete.isEmpty() ? 0 : complete.getLast().parts().size())
                - 1;
    }

    /**
     * Whether the playlist has what a blocking request waits for: part {@code part} of a segment or what follows it.
     *
     * @param part -1 for the whole segment
     */
    public boolean hasReached(long segmentNumber, int part) {
        long lastComplete = complete.isEmpty() ? -1 : complete.getLast().number();
        if (segmentNumber < lastComplete
                || (segmentNumber == lastComplete
                        && part < complete.getLast().parts().size())) {
            return true;
        }
        Segment growing = open();
        if (growing == null || part < 0) {
            return false;
        }
        boolean isNext = segmentNumber == lastComplete; // a part behind the last one is the first of the next segment
        return isNext || (growing.number() == segmentNumber && growing.parts().size() > part);
    }

    private @Nullable Segment find(long segmentNumber) {
        Segment growing = open;
        if (growing != null && growing.number() == segmentNumber) {
            return growing;
        }
        for (Deque<Segment> segments : List.of(complete, retired)) {
            for (Segment segment : segments) {
                if (segment.number() == segmentNumber) {
                    return segment;
                }
            }
        }
        return null;
    }

    /** The bytes of a part; empty if there is none of this number. */
    public List<byte[]> part(long segmentNumber, int part) {
        Segment segment = find(segmentNumber);
        return segment == null || part < 0 || part >= segment.parts().size()
                ? List.of()
                : List.of(segment.parts().get(part).data());
    }

    /** Whether a part is the next one that is to come. */
    public boolean isExpected(long segmentNumber, int part) {
        Segment growing = open;
        return growing == null
                ? part == 0 && segmentNumber == number + 1
                : (growing.number() == segmentNumber && part == growing.parts().size())
                        || (segmentNumber == number + 1 && part == 0);
    }

    /** The bytes of a whole segment, in pieces; empty if there is none of this number. */
    public List<byte[]> segment(long segmentNumber) {
        Segment segment = find(segmentNumber);
        return segment == null || segment == open
                ? List.of()
                : segment.parts().stream().map(Part::data).toList();
    }

    /** The bytes of a header; empty if there is none of this number. */
    public List<byte[]> header(int headerNumber) {
        byte[] header = inits.get(headerNumber);
        return header == null ? List.of() : List.of(header);
    }

    /** Of what is held. */
    public long heldBytes() {
        return heldBytes;
    }

    /** Bits per second of the largest segment so far, else of what there is. */
    public long peakBitsPerSecond() {
        Segment growing = open();
        return peakBitsPerSecond > 0 || growing == null
                ? peakBitsPerSecond
                : growing.bytes() * 8L * timescale / Math.max(1, growing.ticks());
    }

    /** Bits per second of all segments that are held. */
    public long averageBitsPerSecond() {
        long bytes = complete.stream().mapToLong(Segment::bytes).sum();
        long ticks = complete.stream()
                .filter(each -> !each.isGap())
                .mapToLong(Segment::ticks)
                .sum();
        return ticks == 0 ? peakBitsPerSecond() : bytes * 8 * timescale / ticks;
    }

    /** Frames a second, on average; 0 before there are any. */
    public double frameRate() {
        return framesTicks == 0 ? 0 : (double) frames * timescale / framesTicks;
    }
}

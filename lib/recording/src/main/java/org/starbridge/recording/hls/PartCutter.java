package org.starbridge.recording.hls;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.starbridge.recording.hls.Segment.Part;
import org.starbridge.recording.mp4.Fragment;
import org.starbridge.recording.mp4.Sample;

/**
 * Makes the parts of one rendition's segments. Each part but a segment's last one lasts from 85 to 100 % of PART-TARGET
 * (RFC 8216bis section 4.4.4.9). Where frames are too far apart for that, one is moved: by at most half of the time for
 * which it or its neighbour is shown, or more at the end of a segment. A frame is shown until the next one, so one that
 * is shown for longer than PART-TARGET makes a longer part. Parts follow each other without holes. Owned by the thread
 * that has the program; times are ticks of the timescale.
 */
final class PartCutter {
    /** Frames are not moved further, unless they are further apart than twice that. */
    private static final long MOVED_NS = 40_000_000;

    private static final int LEAST_PART_PERCENT = 85;

    private final long targetTicks;
    private final long leastTicks;
    private final long movedTicks;
    private final long maxSegmentTicks;
    private final boolean isMoving;
    private final Consumer<Part> parts;
    private final List<Sample> samples = new ArrayList<>();
    private @Nullable Waiting waiting;
    private long partStart;
    private long partEnd;
    private long segmentTicks;
    private long lastTicks;
    private long usualTicks;
    private long fragments;
    private long frames;
    private long framesTicks;

    /** A frame whose end is not known yet. It was captured at another time than it is shown at if it was moved. */
    @SuppressWarnings("ArrayRecordComponent") // never compared
    private record Waiting(byte[] data, boolean isKey, long captured, long shown) {}

    /**
     * One without frames.
     *
     * @param isMoving whether frames may be moved; false for sound, which has no room for it
     * @param parts takes what is made
     */
    PartCutter(HlsTiming timing, int timescale, boolean isMoving, Consumer<Part> parts) {
        targetTicks = HlsTiming.ticks(timing.partNs(), timescale);
        leastTicks = (targetTicks * LEAST_PART_PERCENT + 99) / 100;
        movedTicks = HlsTiming.ticks(MOVED_NS, timescale);
        maxSegmentTicks = HlsTiming.ticks(timing.maxSegmentNs(), timescale);
        this.isMoving = isMoving;
        this.parts = parts;
    }

    /**
     * Returns the time for which frames were shown lately: the shorter of the last two times, so that a pause does not
     * count.
     */
    long usualTicks() {
        return usualTicks;
    }

    /** Returns the number of parts that were made. */
    long made() {
        return fragments;
    }

    /** Returns the number of frames in a tick; 0 before the first. */
    double framesPerTick() {
        return framesTicks == 0 ? 0 : (double) frames / framesTicks;
    }

    /**
     * The next frame. A time that goes back counts as the next tick; a segment's first frame is shown from its begin.
     */
    void add(long captured, boolean isKey, byte[] data) {
        long shown = endFrame(captured, false);
        waiting = new Waiting(data, isKey, captured, shown);
    }

    /** Returns the end of the media that is in parts, or the beginning of that which is to be in the next one. */
    long endTicks() {
        return partEnd;
    }

    /** Returns the time at which the last frame is shown; -1 if there is none whose end is not known. */
    long waitingTicks() {
        Waiting frame = waiting;
        return frame == null ? -1 : frame.shown();
    }

    /** Media begins here. */
    void begin(long ticks) {
        partStart = ticks;
        partEnd = ticks;
    }

    /** The segment ends before the last frame, with which the next one begins. */
    void endBeforeLast() {
        endPart();
        segmentTicks = 0;
    }

    /** The segment ends, and with it the last frame at this time. */
    void endSegment(long ticks) {
        endFrame(ticks, true);
        endPart();
        segmentTicks = 0;
    }

    /**
     * Ends the frame that waits.
     *
     * @param next when the next frame is to be shown
     * @param isFixed whether nothing may come earlier than that
     * @return where it ends, and the next one begins
     */
    private long endFrame(long next, boolean isFixed) {
        Waiting frame = waiting;
        if (frame == null) {
            return partEnd;
        }
        waiting = null;
        long shown = frame.shown();
        if (samples.isEmpty()) {
            beginPart(shown, shown);
        }
        long room = maxSegmentTicks - segmentTicks - (partEnd - partStart);
        long end = Math.clamp(next, shown + 1, shown + Math.max(1, room));
        if (end > partStart + targetTicks) {
            if (!isFixed && isEarlierBetter(frame, end)) {
                end = partStart + targetTicks;
            } else if (!isMoving || end - shown <= targetTicks) {
                shown = beginPart(shown, end - 1);
            }
        }
        append(frame, shown, end);
        return end;
    }

    /** Returns whether the next frame is moved into the end of this part, rather than this frame into the next part. */
    private boolean isEarlierBetter(Waiting frame, long end) {
        long earlier = end - partStart - targetTicks;
        long later = partStart + leastTicks - frame.captured();
        boolean isNear = samples.isEmpty()
                ? earlier <= Math.max(movedTicks, usualTicks / 2)
                : earlier < later && end - frame.shown() <= targetTicks;
        return isMoving && later > 0 && isNear;
    }

    /**
     * The next part begins here; later if the former one would be too short otherwise.
     *
     * @param latest not later than this
     * @return when it begins
     */
    private long beginPart(long ticks, long latest) {
        long start = ticks;
        long end = Math.min(partStart + leastTicks, latest);
        if (isMoving && !samples.isEmpty() && partEnd < end) {
            Sample last = samples.removeLast();
            samples.add(new Sample(last.data(), last.duration() + end - partEnd, last.isSync()));
            framesTicks += end - partEnd;
            partEnd = end;
            start = Math.max(ticks, end);
        }
        endPart();
        partStart = start;
        partEnd = start;
        return start;
    }

    private void append(Waiting frame, long shown, long end) {
        samples.add(new Sample(frame.data(), end - shown, frame.isKey()));
        partEnd = end;
        usualTicks = frames == 0 ? end - shown : Math.min(lastTicks, end - shown);
        lastTicks = end - shown;
        frames++;
        framesTicks += lastTicks;
        long lasts = end - partStart;
        if (lasts + usualTicks > targetTicks && (lasts >= leastTicks || !isMoving)) {
            endPart();
        }
    }

    private void endPart() {
        if (samples.isEmpty()) {
            return;
        }
        byte[] data = Fragment.of(++fragments, partStart, samples);
        boolean isIndependent = samples.getFirst().isSync();
        samples.clear();
        segmentTicks += partEnd - partStart;
        parts.accept(new Part(data, partEnd - partStart, isIndependent));
    }
}

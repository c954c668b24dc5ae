package org.starbridge.recording.hls;

import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.starbridge.recording.frame.TrackFormat;
import org.starbridge.recording.hls.Segment.Part;

/** One media playlist with its media, as it was at one moment. Does not change: any thread may read it. */
public final class RenditionSnapshot {
    /** PART-HOLD-BACK, and what a player takes to begin. */
    private static final int PLAYABLE_PARTS = 5;

    private final Identity identity;
    private final Held held;
    private final long version;
    private final long number;
    private final @Nullable TrackFormat format;
    private final long peakBitsPerSecond;
    private final double frameRate;

    /** Properties that never change. */
    record Identity(String name, int timescale, HlsTiming timing) {}

    /**
     * The media that is held.
     *
     * @param complete segments of the playlist, oldest first
     * @param retired segments that have left the playlist and can still be read
     * @param open the segment that grows; null if there is none
     * @param headers by their number
     * @param bytes of all of it
     */
    record Held(
            List<Segment> complete,
            List<Segment> retired,
            @Nullable Segment open,
            Map<Integer, byte[]> headers,
            long bytes) {}

    /**
     * Of a rendition.
     *
     * @param number of the newest segment; -1 before the first one
     * @param format what the newest segment needs; null before the first one
     * @param peakBitsPerSecond 0 before a segment is complete
     */
    RenditionSnapshot(
            Identity identity,
            Held held,
            long version,
            long number,
            @Nullable TrackFormat format,
            long peakBitsPerSecond,
            double frameRate) {
        this.identity = identity;
        this.held = held;
        this.version = version;
        this.number = number;
        this.format = format;
        this.peakBitsPerSecond = peakBitsPerSecond;
        this.frameRate = frameRate;
    }

    /** Returns the name of its playlist, without an extension. */
    public String name() {
        return identity.name();
    }

    int timescale() {
        return identity.timescale();
    }

    /** Grows whenever its playlist changes. */
    public long version() {
        return version;
    }

    /** Returns the format that the newest segment needs; null before the first one. */
    @Nullable
    TrackFormat format() {
        return format;
    }

    /** Of the playlist, oldest first. */
    List<Segment> complete() {
        return held.complete();
    }

    /** The segment that grows, if it has parts. */
    @Nullable
    Segment open() {
        Segment growing = held.open();
        return growing == null || growing.parts().isEmpty() ? null : growing;
    }

    /**
     * Returns whether players can begin: its playlist has a whole segment, which some need, and enough that the time to
     * which they go is in it.
     */
    public boolean isPlayable() {
        Segment growing = open();
        long ticks = complete().stream().mapToLong(Segment::ticks).sum() + (growing == null ? 0 : growing.ticks());
        return !complete().isEmpty()
                && ticks >= PLAYABLE_PARTS * HlsTiming.ticks(identity.timing().partNs(), timescale());
    }

    /** The number of the newest segment in the playlist; -1 if it is empty. */
    public long lastNumber() {
        Segment segment = open();
        return segment != null
                ? segment.number()
                : complete().isEmpty() ? -1 : complete().getLast().number();
    }

    /** The index of the newest part of the newest segment; -1 if it has none. */
    int lastPart() {
        Segment segment = open();
        return (segment != null
                        ? segment.parts().size()
                        : complete().isEmpty()
                                ? 0
                                : complete().getLast().parts().size())
                - 1;
    }

    /**
     * Returns whether the playlist has what a blocking request waits for: part {@code part} of a segment or what
     * follows it.
     *
     * @param part -1 for the whole segment
     */
    public boolean hasReached(long segmentNumber, int part) {
        long lastComplete = complete().isEmpty() ? -1 : complete().getLast().number();
        if (segmentNumber < lastComplete
                || (segmentNumber == lastComplete
                        && part < complete().getLast().parts().size())) {
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
        Segment growing = held.open();
        if (growing != null && growing.number() == segmentNumber) {
            return growing;
        }
        return Stream.concat(complete().stream(), held.retired().stream())
                .filter(segment -> segment.number() == segmentNumber)
                .findFirst()
                .orElse(null);
    }

    /** The bytes of a part; empty if there is none of this number. */
    public List<byte[]> part(long segmentNumber, int part) {
        Segment segment = find(segmentNumber);
        return segment == null || part < 0 || part >= segment.parts().size()
                ? List.of()
                : List.of(segment.parts().get(part).data());
    }

    /** Returns whether a part is the next one that is to come. */
    public boolean isExpected(long segmentNumber, int part) {
        Segment growing = held.open();
        return growing == null
                ? part == 0 && segmentNumber == number + 1
                : (growing.number() == segmentNumber && part == growing.parts().size())
                        || (segmentNumber == number + 1 && part == 0);
    }

    /** The bytes of a whole segment, in pieces; empty if there is none of this number. */
    public List<byte[]> segment(long segmentNumber) {
        Segment segment = find(segmentNumber);
        return segment == null || segment == held.open()
                ? List.of()
                : segment.parts().stream().map(Part::data).toList();
    }

    /** The bytes of a header; empty if there is none of this number. */
    public List<byte[]> header(int headerNumber) {
        byte[] header = held.headers().get(headerNumber);
        return header == null ? List.of() : List.of(header);
    }

    /** Of what is held. */
    long heldBytes() {
        return held.bytes();
    }

    /** Bits per second of the largest segment so far, else of what there is. */
    long peakBitsPerSecond() {
        Segment growing = open();
        return peakBitsPerSecond > 0 || growing == null
                ? peakBitsPerSecond
                : growing.bytes() * 8L * timescale() / Math.max(1, growing.ticks());
    }

    /** Bits per second of all segments that are held. */
    long averageBitsPerSecond() {
        long bytes = complete().stream().mapToLong(Segment::bytes).sum();
        long ticks = complete().stream()
                .filter(each -> !each.isGap())
                .mapToLong(Segment::ticks)
                .sum();
        return ticks == 0 ? peakBitsPerSecond() : bytes * 8 * timescale() / ticks;
    }

    /** Frames a second, on average; 0 before there are any. */
    double frameRate() {
        return frameRate;
    }
}

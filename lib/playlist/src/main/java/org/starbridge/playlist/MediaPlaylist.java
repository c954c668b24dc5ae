package org.starbridge.playlist;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A media playlist (RFC 8216bis section 4.4.3). The last segment may be one without a URI, whose parts are being
 * published.
 *
 * @param version of {@code EXT-X-VERSION}; 1 without it
 * @param targetSeconds {@code EXT-X-TARGETDURATION}
 * @param mediaSequence of the first segment, also where it is skipped
 * @param discontinuitySequence of the first segment
 * @param skipped how many segments a delta update leaves out ({@code EXT-X-SKIP}); 0 in a full one
 * @param segments those that it names
 * @param hint URI of the part that comes next ({@code EXT-X-PRELOAD-HINT}); null without one
 * @param hasEnded whether no further segment comes ({@code EXT-X-ENDLIST})
 * @param control what the server offers
 * @param reports the other renditions' newest parts ({@code EXT-X-RENDITION-REPORT})
 */
public record MediaPlaylist(
        int version,
        long targetSeconds,
        long mediaSequence,
        long discontinuitySequence,
        int skipped,
        List<MediaSegment> segments,
        @Nullable String hint,
        boolean hasEnded,
        ServerControl control,
        List<Report> reports)
        implements Playlist {
    public MediaPlaylist {
        segments = List.copyOf(segments);
        reports = List.copyOf(reports);
    }

    /**
     * {@code EXT-X-SERVER-CONTROL} and {@code EXT-X-PART-INF}. Absent values are 0.
     *
     * @param partTargetSeconds the longest part
     * @param canBlock whether a request may wait for what it asks for
     * @param partHoldBackSeconds how far from the end a player of parts stays
     * @param holdBackSeconds how far from the end a player of segments stays
     * @param skipUntilSeconds how far from the end a delta update begins
     */
    public record ServerControl(
            double partTargetSeconds,
            boolean canBlock,
            double partHoldBackSeconds,
            double holdBackSeconds,
            double skipUntilSeconds) {}

    /** Another rendition's newest segment and part; -1 where it is not given. */
    public record Report(String uri, long lastSequence, long lastPart) {}

    /** Returns whether it names parts, and a request may wait for them. */
    public boolean isLowLatency() {
        return control.partTargetSeconds() > 0 && control.canBlock();
    }

    /** The sequence number after that of the last complete segment. */
    public long nextSequence() {
        int complete = 0;
        for (MediaSegment segment : segments) {
            complete += segment.isComplete() ? 1 : 0;
        }
        return mediaSequence + skipped + complete;
    }

    /** The number, from 0, of the part that comes next, of the segment {@link #nextSequence}. */
    public int nextPart() {
        MediaSegment last = segments.isEmpty() ? null : segments.getLast();
        return last == null || last.isComplete() ? 0 : last.parts().size();
    }

    /** A segment by its number, also the incomplete one; null if the playlist does not name it. */
    public @Nullable MediaSegment segment(long sequence) {
        long index = sequence - mediaSequence - skipped;
        return index < 0 || index >= segments.size() ? null : segments.get((int) index);
    }

    /**
     * Returns what a player that knows nothing of low latency sees: complete segments only, without parts, hints,
     * blocking reloads and delta updates.
     */
    public MediaPlaylist withoutParts() {
        List<MediaSegment> whole = segments.stream()
                .filter(MediaSegment::isComplete)
                .map(segment -> new MediaSegment(
                        segment.sequence(),
                        segment.uri(),
                        segment.seconds(),
                        List.of(),
                        segment.map(),
                        segment.dateMs(),
                        segment.isDiscontinuity(),
                        segment.isGap()))
                .toList();
        return new MediaPlaylist(
                version,
                targetSeconds,
                mediaSequence,
                discontinuitySequence,
                skipped,
                whole,
                null,
                hasEnded,
                new ServerControl(0, false, 0, control.holdBackSeconds(), 0),
                List.of());
    }

    /** Returns the playing time of all that it names. */
    public double seconds() {
        double sum = 0;
        for (MediaSegment segment : segments) {
            sum += segment.seconds();
        }
        return sum;
    }

    /**
     * The discontinuity sequence numbers of the segments that it names, in their order: those with the same number are
     * continuous (RFC 8216bis section 4.4.3.3).
     */
    public List<Long> discontinuities() {
        List<Long> numbers = new ArrayList<>(segments.size());
        long number = discontinuitySequence;
        for (MediaSegment segment : segments) {
            number += segment.isDiscontinuity() ? 1 : 0;
            numbers.add(number);
        }
        return numbers;
    }

    /**
     * A delta update with what it leaves out, which the playlist before it has.
     *
     * @return null if that has not got all of it
     */
    public @Nullable MediaPlaylist completedBy(MediaPlaylist before) {
        if (skipped == 0) {
            return this;
        }
        List<MediaSegment> all = new ArrayList<>(skipped + segments.size());
        for (long sequence = mediaSequence; sequence < mediaSequence + skipped; sequence++) {
            MediaSegment known = before.segment(sequence);
            if (known == null || !known.isComplete()) {
                return null;
            }
            all.add(known);
        }
        all.set(0, counted(all.getFirst(), before));
        // What is named after the skipped ones inherits their map and dates.
        MediaSegment last = all.getLast();
        for (MediaSegment segment : segments) {
            MediaSegment whole = segment.map() == null || segment.dateMs() < 0 ? continued(segment, last) : segment;
            all.add(whole);
            last = whole;
        }
        return new MediaPlaylist(
                version, targetSeconds, mediaSequence, discontinuitySequence, 0, all, hint, hasEnded, control, reports);
    }

    /** Returns the first segment, without its discontinuity if EXT-X-DISCONTINUITY-SEQUENCE has counted that. */
    private MediaSegment counted(MediaSegment first, MediaPlaylist before) {
        int index = (int) (first.sequence() - before.mediaSequence - before.skipped);
        return first.isDiscontinuity() && before.discontinuities().get(index) == discontinuitySequence
                ? new MediaSegment(
                        first.sequence(),
                        first.uri(),
                        first.seconds(),
                        first.parts(),
                        first.map(),
                        first.dateMs(),
                        false,
                        first.isGap())
                : first;
    }

    private static MediaSegment continued(MediaSegment segment, MediaSegment before) {
        long dateMs = segment.dateMs() >= 0 || before.dateMs() < 0 || segment.isDiscontinuity()
                ? segment.dateMs()
                : before.dateMs() + Math.round(before.seconds() * 1000);
        return new MediaSegment(
                segment.sequence(),
                segment.uri(),
                segment.seconds(),
                segment.parts(),
                segment.map() == null ? before.map() : segment.map(),
                dateMs,
                segment.isDiscontinuity(),
                segment.isGap());
    }
}

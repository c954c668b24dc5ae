package org.starbridge.playlist;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.starbridge.playlist.MediaPlaylist.ServerControl;

/** Rules for live playlists: RFC 8216bis, and its appendix B for low latency. A sentence for each breach. Stateless. */
public final class PlaylistRules {
    private static final double EXACT = 0.001;
    /** Rounded decimals of a segment's parts. */
    private static final double SUM_SECONDS = 0.02;

    private static final double DATE_MS = 50;
    private static final double LEAST_PART = 0.85;
    private static final int VERSION_OF_SKIP = 9;
    private static final int VERSION_OF_MAP = 6;

    private PlaylistRules() {}

    /** Pace at which media comes. */
    public enum Pace {
        /** Frames come often and evenly: parts have their length, dates follow each other, and hints come true. */
        STEADY,
        /** Anything may happen. */
        ANY
    }

    /** Returns what is wrong with a multivariant playlist. */
    public static List<String> of(MultivariantPlaylist playlist) {
        List<String> wrong = new ArrayList<>();
        for (MultivariantPlaylist.Variant variant : playlist.variants()) {
            require(wrong, variant.bandwidthBps() > 0, "BANDWIDTH of %s is 0", variant.uri());
            require(wrong, variant.codecs() != null, "%s has no CODECS", variant.uri());
            String group = variant.audioGroup();
            require(
                    wrong,
                    group == null
                            || playlist.renditions().stream()
                                    .anyMatch(rendition -> rendition.groupId().equals(group)),
                    "the group %s of %s is not in the playlist",
                    String.valueOf(group),
                    variant.uri());
        }
        return wrong;
    }

    /**
     * Returns what is wrong with a media playlist of steady media by itself; a delta update with what it leaves out.
     */
    public static List<String> of(MediaPlaylist playlist) {
        return of(playlist, Pace.STEADY);
    }

    /** Returns what is wrong with a media playlist by itself; a delta update with or without what it leaves out. */
    public static List<String> of(MediaPlaylist playlist, Pace pace) {
        List<String> wrong = new ArrayList<>();
        List<MediaSegment> segments = playlist.segments();
        double target = playlist.targetSeconds();
        boolean hasMaps = segments.stream().anyMatch(segment -> segment.map() != null);
        for (MediaSegment segment : segments) {
            require(wrong, segment.seconds() > 0, "segment %d has a duration of 0", segment.sequence());
            require(
                    wrong,
                    !hasMaps || segment.map() != null || segment.isGap() || playlist.skipped() > 0,
                    "segment %d is before the first EXT-X-MAP",
                    segment.sequence());
            require(
                    wrong,
                    Math.round(segment.seconds()) <= target,
                    "segment %d lasts %.3f s, more than EXT-X-TARGETDURATION of %.0f",
                    segment.sequence(),
                    segment.seconds(),
                    target);
            require(
                    wrong,
                    segment.map() == null || playlist.version() >= VERSION_OF_MAP,
                    "EXT-X-MAP with EXT-X-VERSION %d, expected 6 or more",
                    playlist.version());
        }
        for (int i = 1; i < segments.size(); i++) {
            dates(wrong, segments.get(i - 1), segments.get(i), pace);
        }
        require(
                wrong,
                playlist.skipped() == 0 || playlist.version() >= VERSION_OF_SKIP,
                "EXT-X-SKIP with EXT-X-VERSION %d, expected 9 or more",
                playlist.version());
        ServerControl control = playlist.control();
        require(
                wrong,
                control.holdBackSeconds() == 0 || control.holdBackSeconds() >= 3 * target - EXACT,
                "HOLD-BACK of %.3f s, expected three times EXT-X-TARGETDURATION or more",
                control.holdBackSeconds());
        require(
                wrong,
                control.skipUntilSeconds() == 0 || control.skipUntilSeconds() >= 6 * target - EXACT,
                "CAN-SKIP-UNTIL of %.3f s, expected six times EXT-X-TARGETDURATION or more",
                control.skipUntilSeconds());
        if (control.partTargetSeconds() > 0) {
            lowLatency(wrong, playlist, pace);
        } else {
            require(
                    wrong,
                    segments.stream().allMatch(segment -> segment.parts().isEmpty()),
                    "EXT-X-PART without EXT-X-PART-INF");
        }
        return wrong;
    }

    /** Dates advance, and by durations where the media is continuous. */
    private static void dates(List<String> wrong, MediaSegment before, MediaSegment segment, Pace pace) {
        require(
                wrong,
                before.dateMs() < 0 || segment.dateMs() < 0 || segment.dateMs() > before.dateMs(),
                "EXT-X-PROGRAM-DATE-TIME of segment %d is not later than that of segment %d",
                segment.sequence(),
                before.sequence());
        double expected = before.dateMs() + before.seconds() * 1000;
        require(
                wrong,
                pace == Pace.ANY
                        || before.dateMs() < 0
                        || segment.dateMs() < 0
                        || segment.isDiscontinuity()
                        || Math.abs(segment.dateMs() - expected) <= DATE_MS,
                "EXT-X-PROGRAM-DATE-TIME of segment %d is %.0f ms off the end of segment %d",
                segment.sequence(),
                segment.dateMs() - expected,
                before.sequence());
    }

    private static void lowLatency(List<String> wrong, MediaPlaylist playlist, Pace pace) {
        ServerControl control = playlist.control();
        double partTarget = control.partTargetSeconds();
        require(wrong, control.canBlock(), "EXT-X-PART-INF without CAN-BLOCK-RELOAD=YES");
        require(
                wrong,
                control.partHoldBackSeconds() >= 2 * partTarget - EXACT,
                "PART-HOLD-BACK of %.3f s, expected twice PART-TARGET (%.3f) or more, better three times",
                control.partHoldBackSeconds(),
                partTarget);
        require(wrong, playlist.hasEnded() || playlist.hint() != null, "no EXT-X-PRELOAD-HINT for the next part");
        require(
                wrong,
                playlist.segments().isEmpty() || playlist.segments().getFirst().dateMs() >= 0,
                "no EXT-X-PROGRAM-DATE-TIME");
        Set<String> names = new HashSet<>();
        double untilEnd = 0;
        for (MediaSegment segment : playlist.segments().reversed()) {
            for (MediaPart part : segment.parts()) {
                require(wrong, names.add(part.uri()), "two parts have the URI %s", part.uri());
            }
            parts(wrong, segment, partTarget, pace);
            require(
                    wrong,
                    segment.parts().isEmpty() || untilEnd <= 4.0 * playlist.targetSeconds(),
                    "segment %d has EXT-X-PART tags, although it is %.1f s from the end",
                    segment.sequence(),
                    untilEnd);
            untilEnd += segment.seconds();
        }
        require(
                wrong,
                !names.contains(String.valueOf(playlist.hint())),
                "EXT-X-PRELOAD-HINT names %s, which is already in the playlist",
                String.valueOf(playlist.hint()));
    }

    private static void parts(List<String> wrong, MediaSegment segment, double partTarget, Pace pace) {
        double sum = 0;
        for (int i = 0; i < segment.parts().size(); i++) {
            MediaPart part = segment.parts().get(i);
            sum += part.seconds();
            require(
                    wrong,
                    pace == Pace.ANY || part.seconds() <= partTarget + EXACT,
                    "part %s lasts %.3f s, more than PART-TARGET of %.3f",
                    part.uri(),
                    part.seconds(),
                    partTarget);
            boolean isLast = segment.isComplete() && i == segment.parts().size() - 1;
            require(
                    wrong,
                    pace == Pace.ANY || isLast || part.seconds() >= LEAST_PART * partTarget - EXACT,
                    "part %s lasts %.3f s, less than 85 %% of PART-TARGET, and is not a segment's last part",
                    part.uri(),
                    part.seconds());
        }
        require(
                wrong,
                !segment.isComplete() || segment.parts().isEmpty() || Math.abs(sum - segment.seconds()) <= SUM_SECONDS,
                "the parts of segment %d last %.3f s, but the segment %.3f s",
                segment.sequence(),
                sum,
                segment.seconds());
    }

    /** Returns what is wrong with how a playlist of steady media follows the one before; both whole. */
    public static List<String> between(MediaPlaylist before, MediaPlaylist now) {
        return between(before, now, Pace.STEADY);
    }

    /** Returns what is wrong with how a playlist follows the one before; both whole. */
    public static List<String> between(MediaPlaylist before, MediaPlaylist now, Pace pace) {
        List<String> wrong = new ArrayList<>();
        require(
                wrong,
                now.mediaSequence() >= before.mediaSequence() && now.nextSequence() >= before.nextSequence(),
                "EXT-X-MEDIA-SEQUENCE went back from %d to %d",
                before.mediaSequence(),
                now.mediaSequence());
        require(
                wrong,
                now.targetSeconds() == before.targetSeconds(),
                "EXT-X-TARGETDURATION changed from %d to %d",
                before.targetSeconds(),
                now.targetSeconds());
        require(
                wrong,
                now.control().equals(before.control()),
                "EXT-X-SERVER-CONTROL or EXT-X-PART-INF changed from %s to %s",
                before.control(),
                now.control());
        require(
                wrong,
                now.discontinuitySequence() >= before.discontinuitySequence(),
                "EXT-X-DISCONTINUITY-SEQUENCE went back from %d to %d",
                before.discontinuitySequence(),
                now.discontinuitySequence());
        List<Long> discontinuities = before.discontinuities();
        List<Long> discontinuitiesNow = now.discontinuities();
        for (int i = 0; i < before.segments().size(); i++) {
            MediaSegment segment = before.segments().get(i);
            MediaSegment same = now.segment(segment.sequence());
            if (same == null) {
                require(
                        wrong,
                        segment.sequence() < now.mediaSequence(),
                        "segment %d is missing from the end",
                        segment.sequence());
            } else {
                same(wrong, segment, same);
                require(
                        wrong,
                        discontinuities.get(i).equals(discontinuitiesNow.get((int)
                                (segment.sequence() - now.mediaSequence()))),
                        "the discontinuity sequence number of segment %d has changed",
                        segment.sequence());
            }
        }
        if (pace == Pace.STEADY) {
            hint(wrong, before, now);
        }
        return wrong;
    }

    private static void same(List<String> wrong, MediaSegment before, MediaSegment now) {
        require(
                wrong,
                !before.isComplete()
                        || (String.valueOf(before.uri()).equals(now.uri())
                                && Math.abs(before.seconds() - now.seconds()) <= EXACT),
                "segment %d has changed",
                before.sequence());
        require(wrong, before.dateMs() == now.dateMs(), "the date of segment %d has changed", before.sequence());
        boolean isLonger = now.parts().size() >= before.parts().size();
        require(
                wrong,
                (now.isComplete() && now.parts().isEmpty())
                        || (isLonger
                                && before.parts()
                                        .equals(now.parts()
                                                .subList(
                                                        0,
                                                        Math.min(
                                                                now.parts().size(),
                                                                before.parts().size())))),
                "the parts of segment %d have changed",
                before.sequence());
    }

    private static void hint(List<String> wrong, MediaPlaylist before, MediaPlaylist now) {
        String hint = before.hint();
        MediaPart came = partAfter(before, now);
        require(
                wrong,
                hint == null || came == null || hint.equals(came.uri()),
                "EXT-X-PRELOAD-HINT announced %s, but %s followed",
                String.valueOf(hint),
                came == null ? "nothing" : came.uri());
    }

    private static @Nullable MediaPart partAfter(MediaPlaylist before, MediaPlaylist now) {
        long sequence = before.nextSequence();
        int part = before.nextPart();
        MediaSegment segment = now.segment(sequence);
        if (segment == null) {
            return null;
        }
        if (part < segment.parts().size()) {
            return segment.parts().get(part);
        }
        MediaSegment after = segment.isComplete() ? now.segment(sequence + 1) : null;
        return after == null || after.parts().isEmpty() || segment.parts().isEmpty()
                ? null
                : after.parts().getFirst();
    }

    /** Returns what is wrong with the answer to a blocking request. */
    public static List<String> answer(MediaPlaylist answer, long wantedSequence, int wantedPart) {
        List<String> wrong = new ArrayList<>();
        boolean hasSequence = answer.nextSequence() > wantedSequence;
        boolean hasPart = wantedPart >= 0 && answer.nextSequence() == wantedSequence && answer.nextPart() > wantedPart;
        require(
                wrong,
                hasSequence || hasPart || answer.hasEnded(),
                "a request for segment %d, part %d was answered before it existed",
                wantedSequence,
                wantedPart);
        return wrong;
    }

    @SuppressWarnings("AnnotateFormatMethod") // the annotation is in a library of its own
    private static void require(List<String> wrong, boolean holds, String sentence, Object... values) {
        if (!holds) {
            wrong.add(String.format(Locale.ROOT, sentence, values));
        }
    }
}

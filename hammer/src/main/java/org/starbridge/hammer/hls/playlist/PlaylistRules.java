package org.starbridge.hammer.hls.playlist;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import org.starbridge.hammer.hls.playlist.MediaPlaylist.ServerControl;

/**
 * What live playlists have to be like: RFC 8216bis, and its appendix B for low latency. A sentence for each breach.
 * Stateless.
 */
public final class PlaylistRules {
    private static final double EXACT = 0.001;
    /** Rounded decimals of a segment's parts. */
    private static final double SUM_SECONDS = 0.02;

    private static final double DATE_MS = 50;
    private static final double LEAST_PART = 0.85;
    private static final int VERSION_OF_SKIP = 9;
    private static final int VERSION_OF_MAP = 6;

    private PlaylistRules() {}

    /** What is wrong with a multivariant playlist. */
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

    /** What is wrong with a media playlist by itself; a delta update with what it leaves out. */
    public static List<String> of(MediaPlaylist playlist) {
        List<String> wrong = new ArrayList<>();
        List<MediaSegment> segments = playlist.segments();
        double target = playlist.targetSeconds();
        for (MediaSegment segment : segments) {
            require(
                    wrong,
                    Math.round(segment.seconds()) <= target,
                    "segment %d takes %.3f s, more than EXT-X-TARGETDURATION of %.0f",
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
            dates(wrong, segments.get(i - 1), segments.get(i));
        }
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
            lowLatency(wrong, playlist);
        } else {
            require(
                    wrong,
                    segments.stream().allMatch(segment -> segment.parts().isEmpty()),
                    "EXT-X-PART without EXT-X-PART-INF");
        }
        return wrong;
    }

    /** Dates advance by durations, where the media is continuous. */
    private static void dates(List<String> wrong, MediaSegment before, MediaSegment segment) {
        double expected = before.dateMs() + before.seconds() * 1000;
        require(
                wrong,
                before.dateMs() < 0
                        || segment.dateMs() < 0
                        || segment.isDiscontinuity()
                        || Math.abs(segment.dateMs() - expected) <= DATE_MS,
                "EXT-X-PROGRAM-DATE-TIME of segment %d is %.0f ms away from where segment %d ends",
                segment.sequence(),
                segment.dateMs() - expected,
                before.sequence());
    }

    private static void lowLatency(List<String> wrong, MediaPlaylist playlist) {
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
        double untilEnd = 0;
        for (MediaSegment segment : playlist.segments().reversed()) {
            parts(wrong, segment, partTarget);
            require(
                    wrong,
                    segment.parts().isEmpty() || untilEnd <= 4.0 * playlist.targetSeconds(),
                    "segment %d still has EXT-X-PART tags, %.1f s from the end",
                    segment.sequence(),
                    untilEnd);
            untilEnd += segment.seconds();
        }
    }

    private static void parts(List<String> wrong, MediaSegment segment, double partTarget) {
        double sum = 0;
        for (int i = 0; i < segment.parts().size(); i++) {
            MediaPart part = segment.parts().get(i);
            sum += part.seconds();
            require(
                    wrong,
                    part.seconds() <= partTarget + EXACT,
                    "part %s takes %.3f s, more than PART-TARGET of %.3f",
                    part.uri(),
                    part.seconds(),
                    partTarget);
            boolean isLast = i == segment.parts().size() - 1;
            require(
                    wrong,
                    isLast || part.seconds() >= LEAST_PART * partTarget - EXACT,
                    "part %s takes %.3f s, less than 85 %% of PART-TARGET, and is not a segment's last one",
                    part.uri(),
                    part.seconds());
        }
        require(
                wrong,
                !segment.isComplete() || segment.parts().isEmpty() || Math.abs(sum - segment.seconds()) <= SUM_SECONDS,
                "the parts of segment %d take %.3f s, and the segment %.3f",
                segment.sequence(),
                sum,
                segment.seconds());
    }

    /** What is wrong with how a playlist follows the one before; both whole. */
    public static List<String> between(MediaPlaylist before, MediaPlaylist now) {
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
                now.discontinuitySequence() >= before.discontinuitySequence(),
                "EXT-X-DISCONTINUITY-SEQUENCE went back from %d to %d",
                before.discontinuitySequence(),
                now.discontinuitySequence());
        long left = 0;
        for (MediaSegment segment : before.segments()) {
            MediaSegment same = now.segment(segment.sequence());
            if (same == null) {
                left += segment.sequence() < now.mediaSequence() && segment.isDiscontinuity() ? 1 : 0;
                require(
                        wrong,
                        segment.sequence() < now.mediaSequence(),
                        "segment %d is missing from the end",
                        segment.sequence());
            } else {
                same(wrong, segment, same);
            }
        }
        require(
                wrong,
                now.discontinuitySequence() - before.discontinuitySequence() == left
                        || now.mediaSequence() > before.nextSequence(),
                "EXT-X-DISCONTINUITY-SEQUENCE grew by %d when segments with %d EXT-X-DISCONTINUITY left",
                now.discontinuitySequence() - before.discontinuitySequence(),
                left);
        hint(wrong, before, now);
        return wrong;
    }

    private static void same(List<String> wrong, MediaSegment before, MediaSegment now) {
        require(
                wrong,
                !before.isComplete()
                        || (String.valueOf(before.uri()).equals(now.uri())
                                && Math.abs(before.seconds() - now.seconds()) <= EXACT),
                "segment %d is another one than before",
                before.sequence());
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
                "the parts of segment %d are others than before",
                before.sequence());
    }

    private static void hint(List<String> wrong, MediaPlaylist before, MediaPlaylist now) {
        String hint = before.hint();
        MediaPart came = partAfter(before, now);
        require(
                wrong,
                hint == null || came == null || hint.equals(came.uri()),
                "EXT-X-PRELOAD-HINT promised %s, and %s came",
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

    /** What is wrong with the answer to a blocking request. */
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
        require(
                wrong,
                answer.skipped() == 0 || answer.version() >= VERSION_OF_SKIP,
                "EXT-X-SKIP with EXT-X-VERSION %d, expected 9 or more",
                answer.version());
        return wrong;
    }

    @SuppressWarnings("AnnotateFormatMethod") // the annotation is in a library of its own
    private static void require(List<String> wrong, boolean holds, String sentence, Object... values) {
        if (!holds) {
            wrong.add(String.format(Locale.ROOT, sentence, values));
        }
    }
}

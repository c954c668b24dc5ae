package org.starbridge.recording.hls;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.starbridge.playlist.MediaPlaylist;
import org.starbridge.playlist.MediaSegment;
import org.starbridge.playlist.PlaylistException;
import org.starbridge.playlist.PlaylistParser;
import org.starbridge.recording.hls.WrittenMedia.Shown;

/**
 * Examination of a program that has ended, against the true times that its frames carry: media follows media without a
 * hole, frames and gaps are where they were in truth, and what playlists say of them is right.
 */
final class ProgramCheck {
    private static final long MS = SimulatedSender.MS;
    private static final long TOLERANCE_NS = 40 * MS;
    /** Frames that are far apart are moved so that parts have 85 % of their length. */
    private static final long MOVED_NS = 425 * MS;

    private static final long FRAME_MS = 40;
    /** A sender gives a key frame at once, so that little is left out. */
    private static final double MOST_LEFT_OUT = 0.03;

    private final ProgramSnapshot program;
    private final List<Picture> pictures;
    /** True times of pictures that came when their sound had been written. */
    private final Set<Long> late;

    private final long delayNs;
    private final Consumer<String> wrong;

    /**
     * A picture that the program was given.
     *
     * @param isLate whether the sound of its time had been written
     */
    record Picture(int rendition, long trueNs, boolean isKey, boolean isLate) {}

    /**
     * An examination.
     *
     * @param delayNs by which times are later than in truth
     * @param wrong takes what is wrong
     */
    ProgramCheck(ProgramSnapshot program, List<Picture> pictures, long delayNs, Consumer<String> wrong) {
        this.program = program;
        this.pictures = pictures;
        this.delayNs = delayNs;
        this.wrong = wrong;
        late = pictures.stream().filter(Picture::isLate).map(Picture::trueNs).collect(Collectors.toUnmodifiableSet());
    }

    void check() {
        for (int i = 0; i < program.videos().size(); i++) {
            checkRendition(program.videos().get(i), true);
            checkGaps(i);
            checkShown(i);
        }
        checkRendition(program.audio(), false);
        checkEnds();
        checkDiscontinuities();
    }

    @SuppressWarnings("AnnotateFormatMethod") // the annotation is in a library of its own
    private void fail(String sentence, Object... values) {
        wrong.accept(String.format(sentence, values));
    }

    private MediaPlaylist parse(RenditionSnapshot rendition) {
        try {
            return (MediaPlaylist)
                    PlaylistParser.parse(org.starbridge.recording.hls.MediaPlaylist.of(program, rendition, false));
        } catch (PlaylistException e) {
            throw new AssertionError(e);
        }
    }

    /** Media follows media without a hole, also across segments, gaps and discontinuities. */
    private void checkRendition(RenditionSnapshot rendition, boolean isVideo) {
        MediaPlaylist parsed = parse(rendition);
        int hz = rendition.timescale();
        long endTicks = -1;
        boolean isAfterGap = false;
        Shown before = null;
        for (Segment segment : rendition.complete()) {
            long beginTicks = endTicks;
            if (segment.isGap()) {
                endTicks += segment.ticks();
            }
            for (Segment.Part part : segment.parts()) {
                List<Shown> samples = WrittenMedia.fragment(part.data());
                for (Shown sample : samples) {
                    if (endTicks >= 0 && sample.ticks() != endTicks) {
                        fail("a hole of %d ticks in segment %d", sample.ticks() - endTicks, segment.number());
                    }
                    beginTicks = beginTicks < 0 ? sample.ticks() : beginTicks;
                    endTicks = sample.ticks() + sample.lengthTicks();
                    long mayMoveNs = isVideo && !isAfterGap ? mayMoveNs(before, sample, hz) : 0;
                    check(sample, isVideo, hz, mayMoveNs);
                    if (isVideo) {
                        checkCodec(rendition, segment, sample.data());
                    }
                    isAfterGap = false;
                    before = sample;
                }
                long longest =
                        samples.stream().mapToLong(Shown::lengthTicks).max().orElse(0);
                if (part.ticks() > hz / 2 && longest <= hz / 2) {
                    fail("a part of %d ticks in segment %d", part.ticks(), segment.number());
                }
            }
            isAfterGap |= segment.isGap();
            MediaSegment listed = parsed.segment(segment.number());
            if (listed == null) {
                fail("%s does not list segment %d", rendition.name(), segment.number());
            } else {
                checkListed(segment, listed, hz, beginTicks, endTicks);
            }
        }
    }

    /** Pictures that are far apart are moved; the first one behind a gap ends the gap. */
    private static long mayMoveNs(@Nullable Shown before, Shown sample, int hz) {
        long distance = Math.max(sample.lengthTicks(), before == null ? 0 : before.lengthTicks());
        return distance > hz / 12 ? Math.min(MOVED_NS, distance * 1000 * MS / hz) : 0;
    }

    private void check(Shown sample, boolean isVideo, int hz, long mayMoveNs) {
        long trueNs = SimulatedSender.trueNs(sample.data(), isVideo);
        long errorNs = sample.ticks() * 1000 * MS / hz - trueNs - delayNs;
        if (trueNs >= 0 && Math.abs(errorNs) > TOLERANCE_NS + mayMoveNs) {
            fail("shown %s of %d is %d ms away", isVideo ? "picture" : "sound", trueNs / MS, errorNs / MS);
        }
    }

    private void checkListed(Segment segment, MediaSegment listed, int hz, long beginTicks, long endTicks) {
        if (Math.abs(listed.seconds() - (double) (endTicks - beginTicks) / hz) > 0.0001) {
            fail("EXTINF %.4f of segment %d", listed.seconds(), segment.number());
        }
        if (Math.abs(listed.dateMs() - program.originMs() - beginTicks * 1000.0 / hz) > 2) {
            fail("date of segment %d: %d", segment.number(), listed.dateMs() - program.originMs());
        }
        if (listed.isGap() != segment.isGap()
                || listed.seconds() > program.timing().targetSeconds() + 0.5) {
            fail("segment %d of %.4f s, gap: %s", segment.number(), listed.seconds(), listed.isGap());
        }
    }

    /** A key frame is in a segment whose header is of its codec. */
    private void checkCodec(RenditionSnapshot rendition, Segment segment, byte[] data) {
        if ((data[0] & 1) == 0) {
            String header = new String(rendition.header(segment.init()).getFirst(), StandardCharsets.ISO_8859_1);
            String codec = SimulatedSender.isOtherCodec(SimulatedSender.width(data)) ? "vp09" : "avc1";
            if (!header.contains(codec)) {
                fail("%s segment %d has no header of %s", rendition.name(), segment.number(), codec);
            }
        }
    }

    /** A rendition has gaps only where no picture came in time with which it could have gone on. */
    private void checkGaps(int index) {
        RenditionSnapshot rendition = program.videos().get(index);
        for (Segment gap : rendition.complete()) {
            if (!gap.isGap()) {
                continue;
            }
            long fromNs = gap.startNs() + TOLERANCE_NS;
            long untilNs = gap.startNs() + gap.ticks() * 1000 * MS / rendition.timescale() - TOLERANCE_NS;
            for (Picture each : pictures) {
                long atNs = each.trueNs() + delayNs;
                if (each.rendition() == index && each.isKey() && !each.isLate() && atNs > fromNs && atNs < untilNs) {
                    fail("%s has a gap from %d with the key frame of %d", rendition.name(), fromNs / MS, atNs / MS);
                }
            }
        }
    }

    /** Pictures that come in time are shown, but for the few that come before a key frame. */
    private void checkShown(int index) {
        RenditionSnapshot rendition = program.videos().get(index);
        Set<Long> shown = rendition.complete().stream()
                .flatMap(segment -> segment.parts().stream())
                .flatMap(part -> WrittenMedia.fragment(part.data()).stream())
                .map(sample -> SimulatedSender.trueNs(sample.data(), true))
                .collect(Collectors.toUnmodifiableSet());
        List<Picture> inTime = pictures.stream()
                .filter(each -> each.rendition() == index && !each.isLate())
                .toList();
        long left =
                inTime.stream().filter(each -> !shown.contains(each.trueNs())).count();
        if (left > inTime.size() * MOST_LEFT_OUT) {
            fail("%s shows all but %d of %d pictures", rendition.name(), left, inTime.size());
        }
    }

    /** A segment is behind as many discontinuities in all renditions (RFC 8216bis section 4.4.4.3). */
    private void checkDiscontinuities() {
        for (Segment sound : program.audio().complete()) {
            for (Segment picture : ofNumber(program.videos(), sound.number())) {
                if (picture.discontinuity() != sound.discontinuity()) {
                    fail(
                            "segment %d is behind %d discontinuities, its sound behind %d",
                            sound.number(), picture.discontinuity(), sound.discontinuity());
                }
            }
        }
    }

    /** Sound ends its segments where one of the pictures does, but for a frame: that began the next segment. */
    private void checkEnds() {
        List<RenditionSnapshot> videos = program.videos();
        for (Segment sound : program.audio().complete()) {
            List<Segment> ending = ofNumber(videos, sound.number());
            List<Segment> next = ofNumber(videos, sound.number() + 1);
            boolean isLate =
                    ending.stream().anyMatch(this::beginsLate) || next.stream().anyMatch(this::beginsLate);
            if (ending.size() < videos.size() || next.isEmpty() || isLate) {
                continue;
            }
            long audioMs = endMs(sound, SimulatedSender.AUDIO_HZ);
            List<Long> endsMs = ending.stream()
                    .map(each -> endMs(each, SimulatedSender.VIDEO_HZ))
                    .toList();
            if (endsMs.stream().noneMatch(each -> Math.abs(each - audioMs) <= FRAME_MS)) {
                fail("segment %d ends at %s, its sound at %d", sound.number(), endsMs, audioMs);
            }
        }
    }

    private static List<Segment> ofNumber(List<RenditionSnapshot> renditions, long number) {
        return renditions.stream()
                .flatMap(each -> each.complete().stream())
                .filter(each -> each.number() == number)
                .toList();
    }

    /** Whether the picture with which a segment begins came when sound of its time had been written. */
    private boolean beginsLate(Segment segment) {
        return !segment.parts().isEmpty()
                && late.contains(SimulatedSender.trueNs(
                        WrittenMedia.fragment(segment.parts().getFirst().data())
                                .getFirst()
                                .data(),
                        true));
    }

    private static long endMs(Segment segment, int hz) {
        return segment.startNs() / MS + segment.ticks() * 1000 / hz;
    }
}

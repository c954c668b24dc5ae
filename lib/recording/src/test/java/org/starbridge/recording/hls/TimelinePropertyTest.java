package org.starbridge.recording.hls;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.starbridge.playlist.MediaSegment;
import org.starbridge.playlist.PlaylistParser;
import org.starbridge.recording.frame.Codec;
import org.starbridge.recording.frame.FrameAssembler.Frame;
import org.starbridge.recording.frame.PacketOrder;
import org.starbridge.recording.frame.TrackFormat;
import org.starbridge.recording.hls.SimulatedSender.Arrival;
import org.starbridge.recording.hls.SimulatedSender.Reports;
import org.starbridge.recording.hls.SimulatedSender.Track;
import org.starbridge.recording.hls.WrittenMedia.Shown;
import org.starbridge.recording.matroska.MatroskaTrack;
import org.starbridge.recording.time.SenderClock;
import org.starbridge.recording.time.TimedFrames;
import org.starbridge.testkit.DailyShare;
import org.starbridge.testkit.PlaylistValidator;

/**
 * Recordings and HLS of a sender with two encodings that pauses, jumps, drifts, loses packets, is held up, changes its
 * SSRC, its codec and its clock, leaves and comes back: at any time sound and picture are within 40 ms of the truth,
 * and playlists keep the rules. Thousands of scripts in virtual time; {@code -Dstarbridge.timeline.scripts} says how
 * many, {@code starbridge.timeline.seed} which is the first; else each day has 300 of the first thousand.
 */
class TimelinePropertyTest {
    private static final long MS = SimulatedSender.MS;
    private static final int ALL = 1000;
    private static final int OF_A_DAY = 300;
    private static final int SCRIPTS = Integer.getInteger("starbridge.timeline.scripts", 0);
    private static final int FIRST = Integer.getInteger("starbridge.timeline.seed", 1);
    private static final long LATE_NS = 40 * MS;
    private static final long LENGTH_MS = 30_000;

    private static final long TOLERANCE_MS = 40;
    /** Frames that are far apart are moved so that parts have 85 % of their length. */
    private static final long MOVED_NS = 425 * MS;

    private static final long FRAME_MS = 40;
    private static final HlsTiming TIMING = new HlsTiming(4000 * MS, 500 * MS, 600_000 * MS, 1 << 30);
    /** The encodings of a picture, which are renditions. */
    private static final List<Track> VIDEOS = List.of(Track.SMALL, Track.LARGE);

    private static final long ORIGIN_MS = 1_700_000_000_000L;

    private static List<Integer> seeds() {
        return SCRIPTS > 0
                ? IntStream.range(FIRST, FIRST + SCRIPTS).boxed().toList()
                : DailyShare.of(
                        "TimelinePropertyTest, scripts",
                        OF_A_DAY,
                        IntStream.rangeClosed(1, ALL).boxed().toList());
    }

    @Test
    void soundAndPictureAreWhereTheyWereInTruth() {
        List<String> wrong = new ArrayList<>();
        int failed = 0;
        List<Integer> seeds = seeds();
        for (int seed : seeds) {
            List<String> found = new Script(seed).run();
            failed += found.isEmpty() ? 0 : 1;
            if (wrong.size() < 20) {
                wrong.addAll(found.subList(0, Math.min(3, found.size())));
            }
        }
        assertThat(wrong).as("%d of %d scripts", failed, seeds.size()).isEmpty();
    }

    private static final class Script {
        private final int seed;
        private final Random random;
        private final Program program = new Program(TIMING, VIDEOS.size(), ORIGIN_MS);
        private final AudioLine line = new AudioLine(program::onAudio);
        private final Map<Track, MatroskaTrack> files = new HashMap<>();
        /** True times of pictures that came when their sound had been written. */
        private final Set<Long> late = new HashSet<>();

        private final Map<Track, Codec> codecs = new HashMap<>();

        private final List<String> log = new ArrayList<>();
        private final List<String> wrong = new ArrayList<>();
        private final long delayNs;
        private final Map<Track, Tapped> streams = new HashMap<>();
        private SenderClock clock = new SenderClock();
        private SimulatedSender sender;
        private String playlist = "";
        private long nowNs;
        private int recorded;
        private int sent;

        private record Tapped(int generation, TimedFrames frames) {}

        Script(int seed) {
            this.seed = seed;
            random = new Random(seed);
            delayNs = (5 + random.nextInt(100)) * MS;
            sender = newSender();
        }

        private SimulatedSender newSender() {
            Reports reports = List.of(Reports.values()).get(random.nextInt(Reports.values().length));
            log.add(nowNs / MS + ": sender with reports " + reports);
            return new SimulatedSender(random, nowNs, delayNs, reports);
        }

        List<String> run() {
            long nextNs = 3000 * MS;
            for (; nowNs < LENGTH_MS * MS; nowNs += 10 * MS) {
                if (nowNs >= nextNs) {
                    happen();
                    nextNs = Math.max(nowNs, sender.busyUntilNs()) + (2000 + random.nextInt(4000)) * MS;
                }
                for (Arrival each : sender.until(nowNs)) {
                    take(each);
                }
                streams.values().forEach(each -> each.frames().onTick(nowNs));
                for (int i = 0; i < VIDEOS.size(); i++) {
                    if (program.isKeyFrameDue(i, nowNs)) {
                        sender.requestKeyFrame(VIDEOS.get(i));
                    }
                }
                line.onTick(nowNs);
                program.onTick(nowNs);
                if (nowNs % (5000 * MS) == 0) {
                    checkPlaylist();
                }
            }
            streams.values().forEach(each -> each.frames().end());
            line.end(nowNs);
            program.end(nowNs);
            files.forEach((track, file) -> checkCluster(file.end(), track.isVideo()));
            checkPlaylist();
            program.snapshot().videos().forEach(each -> checkRendition(each, true));
            checkRendition(program.snapshot().audio(), false);
            checkEnds();
            if (recorded < sent * 0.9) {
                fail("%d of %d frames are recorded", recorded, sent);
            }
            return wrong;
        }

        private void happen() {
            if (random.nextInt(8) == 0) {
                nowNs += (500 + random.nextInt(200)) / 10 * 10L * MS;
                streams.clear();
                clock = new SenderClock();
                sender = newSender();
                program.onSwitch();
            } else {
                log.add(nowNs / MS + ": " + sender.happen(nowNs));
            }
        }

        private void take(Arrival arrival) {
            Track track = arrival.track();
            Tapped known = streams.get(track);
            if (known != null && arrival.generation() < known.generation()) {
                return;
            }
            if (known == null || known.generation() != arrival.generation()) {
                if (known != null) {
                    known.frames().end();
                }
                known = new Tapped(arrival.generation(), open(track));
                streams.put(track, known);
            }
            PacketOrder.Packet packet = arrival.packet();
            if (packet == null) {
                known.frames().onSenderReport(arrival.ntp64(), arrival.rtpTimestamp(), arrival.atNs());
            } else {
                sent++;
                known.frames().onPacket(packet);
            }
        }

        private TimedFrames open(Track track) {
            boolean isVideo = track.isVideo();
            TimedFrames.Sink sink = new TimedFrames.Sink() {
                @Override
                public void onFrame(long timeNs, Frame frame) {
                    record(timeNs, frame, track);
                    if (isVideo && nowNs - timeNs > LATE_NS) {
                        late.add(SimulatedSender.trueNs(frame.data(), true));
                    }
                    if (isVideo) {
                        program.onVideo(VIDEOS.indexOf(track), timeNs, inMp4(frame));
                    } else {
                        line.onPacket(timeNs, frame.data());
                    }
                }

                @Override
                public void onGap(long packets) {
                    // frames are left out until the next key frame
                }

                @Override
                public void onKeyFrameNeeded() {
                    sender.requestKeyFrame(track);
                }
            };
            return new TimedFrames(
                    isVideo ? Codec.VP8 : Codec.OPUS,
                    new PacketOrder(),
                    isVideo ? SimulatedSender.VIDEO_HZ : SimulatedSender.AUDIO_HZ,
                    clock,
                    sink);
        }

        /** The same frame as one of a codec that MP4 has. */
        private static Frame inMp4(Frame frame) {
            TrackFormat format = frame.format();
            return new Frame(
                    frame.data(),
                    frame.timestamp(),
                    frame.arrivalNs(),
                    frame.isKeyFrame(),
                    format == null ? null : inMp4(format.width()));
        }

        private static TrackFormat inMp4(int width) {
            return SimulatedSender.isOtherCodec(width)
                    ? new TrackFormat(Codec.VP9, width, 180, new byte[0])
                    : new TrackFormat(Codec.H264, width, 180, new byte[] {1, 0x42, 0, (byte) width, 0});
        }

        /** As recordings do: a codec has its own file. */
        private void record(long timeNs, Frame frame, Track track) {
            TrackFormat format = frame.format();
            MatroskaTrack file = files.get(track);
            Codec codec = format == null || !track.isVideo()
                    ? null
                    : inMp4(format.width()).codec();
            if (format != null && (file == null || (codec != null && codec != codecs.put(track, codec)))) {
                if (file != null) {
                    checkCluster(file.end(), track.isVideo());
                }
                file = new MatroskaTrack(format, "one", ORIGIN_MS);
                files.put(track, file);
            }
            if (file != null) {
                recorded++;
                checkCluster(file.add(timeNs / MS, frame.isKeyFrame(), frame.data()), track.isVideo());
            }
        }

        private void checkCluster(byte[] cluster, boolean isVideo) {
            if (cluster.length > 0) {
                for (Shown block : WrittenMedia.cluster(cluster)) {
                    check("recorded", block.ticks() * MS, block.data(), isVideo, TOLERANCE_MS * MS);
                }
            }
        }

        private void check(String what, long atNs, byte[] data, boolean isVideo, long toleranceNs) {
            long trueNs = SimulatedSender.trueNs(data, isVideo);
            long errorNs = atNs - trueNs - delayNs;
            if (trueNs >= 0 && Math.abs(errorNs) > toleranceNs) {
                fail("%s %s of %d is %d ms away", what, isVideo ? "picture" : "sound", trueNs / MS, errorNs / MS);
            }
        }

        @SuppressWarnings("AnnotateFormatMethod") // the annotation is in a library of its own
        private void fail(String sentence, Object... values) {
            wrong.add("seed " + seed + ": " + String.format(sentence, values) + " " + log);
        }

        private void checkPlaylist() {
            ProgramSnapshot now = program.snapshot();
            RenditionSnapshot video = now.videos().get(seed / 10 % VIDEOS.size());
            if (video.lastNumber() >= 0 && seed % 10 == 0) {
                String text = MediaPlaylist.of(now, video, false);
                PlaylistValidator.violations(text, playlist, false).forEach(each -> fail("%s", each));
                playlist = text;
            }
        }

        /** Media follows media without a hole, also across segments, gaps and discontinuities. */
        private void checkRendition(RenditionSnapshot rendition, boolean isVideo) {
            int hz = rendition.timescale();
            String text = MediaPlaylist.of(program.snapshot(), rendition, false);
            org.starbridge.playlist.MediaPlaylist parsed;
            try {
                parsed = (org.starbridge.playlist.MediaPlaylist) PlaylistParser.parse(text);
            } catch (org.starbridge.playlist.PlaylistException e) {
                throw new AssertionError(e);
            }
            long endTicks = -1;
            Shown before = null;
            for (Segment segment : rendition.complete()) {
                MediaSegment listed = Objects.requireNonNull(parsed.segment(segment.number()));
                if (endTicks >= 0 && segment.isGap()) {
                    endTicks += segment.ticks();
                }
                long beginTicks = endTicks;
                for (Segment.Part part : segment.parts()) {
                    List<Shown> samples = WrittenMedia.fragment(part.data());
                    long longest = 0;
                    for (Shown sample : samples) {
                        if (endTicks >= 0 && sample.ticks() != endTicks) {
                            fail("a hole of %d ticks in segment %d", sample.ticks() - endTicks, segment.number());
                        }
                        if (beginTicks < 0) {
                            beginTicks = sample.ticks();
                        }
                        endTicks = sample.ticks() + sample.lengthTicks();
                        longest = Math.max(longest, sample.lengthTicks());
                        long distance = Math.max(sample.lengthTicks(), before == null ? 0 : before.lengthTicks());
                        long mayMoveNs =
                                isVideo && distance > hz / 12 ? Math.min(MOVED_NS, distance * 1000 * MS / hz) : 0;
                        check(
                                "shown",
                                sample.ticks() * 1000 * MS / hz,
                                sample.data(),
                                isVideo,
                                TOLERANCE_MS * MS + mayMoveNs);
                        before = sample;
                        if (isVideo) {
                            checkCodec(rendition, segment, sample.data());
                        }
                    }
                    if (part.ticks() > hz / 2 && longest <= hz / 2) {
                        fail("a part of %d ticks in segment %d", part.ticks(), segment.number());
                    }
                }
                if (segment.isGap()) {
                    continue;
                }
                if (Math.abs(listed.seconds() - (double) (endTicks - beginTicks) / hz) > 0.0001) {
                    fail("EXTINF %.4f of segment %d", listed.seconds(), segment.number());
                }
                if (Math.abs(listed.dateMs() - ORIGIN_MS - beginTicks * 1000.0 / hz) > 2) {
                    fail("date of segment %d: %d", segment.number(), listed.dateMs() - ORIGIN_MS);
                }
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

        /** Sound ends its segments where one of the pictures does, but for a frame: that began the next segment. */
        private void checkEnds() {
            List<RenditionSnapshot> videos = program.snapshot().videos();
            for (Segment sound : program.snapshot().audio().complete()) {
                List<Segment> ending = ofNumber(videos, sound.number());
                List<Segment> next = ofNumber(videos, sound.number() + 1);
                boolean isLate = ending.stream().anyMatch(this::beginsLate)
                        || next.stream().anyMatch(this::beginsLate);
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
}

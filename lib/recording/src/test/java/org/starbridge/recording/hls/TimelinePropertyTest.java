package org.starbridge.recording.hls;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.starbridge.recording.frame.Codec;
import org.starbridge.recording.frame.FrameAssembler.Frame;
import org.starbridge.recording.frame.PacketOrder;
import org.starbridge.recording.frame.TrackFormat;
import org.starbridge.recording.hls.ProgramCheck.Picture;
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
 * and playlists keep the rules. Thousands of scripts in virtual time, of which each day has a share;
 * {@code -Dstarbridge.timeline.seed} is the first one of others, {@code starbridge.timeline.scripts} says how many.
 */
class TimelinePropertyTest {
    private static final long MS = SimulatedSender.MS;
    private static final int SCRIPTS = 6000;
    private static final int SCRIPTS_A_DAY = 300;
    private static final long LATE_NS = 40 * MS;
    private static final long LENGTH_MS = 30_000;

    private static final long TOLERANCE_MS = 40;
    private static final HlsTiming TIMING = new HlsTiming(4000 * MS, 500 * MS, 600_000 * MS, 1 << 30);
    /** One and a half of the target duration, and what happens between two looks. */
    private static final long LONGEST_WAIT_NS = (TIMING.targetSeconds() * 1500L + 500) * MS;

    /** The encodings of a picture, which are renditions. */
    private static final List<Track> VIDEOS = List.of(Track.SMALL, Track.LARGE);

    private static final long ORIGIN_MS = 1_700_000_000_000L;

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

    private static List<Integer> seeds() {
        int first = Integer.getInteger("starbridge.timeline.seed", 0);
        List<Integer> seeds = new ArrayList<>();
        for (int i = 0; i < Integer.getInteger("starbridge.timeline.scripts", SCRIPTS); i++) {
            seeds.add(Math.max(1, first) + i);
        }
        return first > 0 ? seeds : DailyShare.of("timelines", SCRIPTS_A_DAY, seeds);
    }

    private static final class Script {
        private final int seed;
        private final Random random;
        private final Program program = new Program(TIMING, VIDEOS.size(), ORIGIN_MS);
        private final AudioLine line = new AudioLine(program::onAudio);
        private final Map<Track, MatroskaTrack> files = new HashMap<>();
        private final List<Picture> pictures = new ArrayList<>();
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
        private boolean isBehind;

        private final Map<String, Grown> grown = new HashMap<>();

        /** The newest complete segment, and since when. */
        private record Grown(long number, long atNs) {}

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
                checkNumbers();
                if (nowNs % (500 * MS) == 0) {
                    checkGrowth();
                }
                if (nowNs % (5000 * MS) == 0) {
                    checkPlaylist();
                }
            }
            streams.values().forEach(each -> each.frames().end());
            line.end(nowNs);
            program.end(nowNs);
            files.forEach((track, file) -> checkCluster(file.end(), track.isVideo()));
            checkPlaylist();
            new ProgramCheck(program.snapshot(), pictures, delayNs, this::fail).check();
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
                    if (isVideo) {
                        long trueNs = SimulatedSender.trueNs(frame.data(), true);
                        boolean isLate = nowNs - timeNs > LATE_NS;
                        pictures.add(new Picture(VIDEOS.indexOf(track), trueNs, frame.isKeyFrame(), isLate));
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
                    checkRecorded(block.ticks() * MS, block.data(), isVideo);
                }
            }
        }

        private void checkRecorded(long atNs, byte[] data, boolean isVideo) {
            long trueNs = SimulatedSender.trueNs(data, isVideo);
            long errorNs = atNs - trueNs - delayNs;
            if (trueNs >= 0 && Math.abs(errorNs) > TOLERANCE_MS * MS) {
                fail("recorded %s of %d is %d ms away", isVideo ? "picture" : "sound", trueNs / MS, errorNs / MS);
            }
        }

        @SuppressWarnings("AnnotateFormatMethod") // the annotation is in a library of its own
        private void fail(String sentence, Object... values) {
            fail(String.format(sentence, values));
        }

        private void fail(String sentence) {
            wrong.add("seed " + seed + ": " + sentence + " " + log);
        }

        /** A rendition is one segment behind the others at most. */
        private void checkNumbers() {
            long newest = program.audio().number();
            long oldest = Long.MAX_VALUE;
            for (Rendition each : program.videos()) {
                newest = Math.max(newest, each.number());
                oldest = each.isStarted() ? Math.min(oldest, each.number()) : oldest;
            }
            if (oldest < newest - 1 && !isBehind) {
                isBehind = true;
                fail("at %d a picture is in segment %d of %d", nowNs / MS, oldest, newest);
            }
        }

        /** A playlist has a new segment in time (RFC 8216 section 6.2.2). */
        private void checkGrowth() {
            for (RenditionSnapshot each : program.snapshot().renditions()) {
                long last = each.complete().isEmpty()
                        ? -1
                        : each.complete().getLast().number();
                Grown known = grown.get(each.name());
                if (last >= 0 && (known == null || last > known.number())) {
                    grown.put(each.name(), new Grown(last, nowNs));
                } else if (known != null && nowNs - known.atNs() > LONGEST_WAIT_NS) {
                    fail("at %d %s has had nothing new since %d", nowNs / MS, each.name(), known.atNs() / MS);
                    grown.put(each.name(), new Grown(last, nowNs));
                }
            }
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
    }
}

package org.starbridge.recording.hls;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.starbridge.recording.frame.Codec;
import org.starbridge.recording.frame.FrameAssembler.Frame;
import org.starbridge.recording.frame.TrackFormat;
import org.starbridge.testkit.PlaylistValidator;

/** Media of virtual minutes; every playlist is checked against the rules for playlists. */
class ProgramTest {
    private static final long MS = 1_000_000;
    private static final long FRAME_NS = 33_333_333;
    private static final HlsTiming TIMING = new HlsTiming(4000 * MS, 500 * MS, 45_000 * MS, 64 << 20);

    private final Map<String, String> known = new HashMap<>();
    private Program program = new Program(TIMING, 2, 1_700_000_000_000L);
    private AudioLine audio = new AudioLine(program::onAudio);
    private long nowNs;
    private boolean isSteady = true;
    private boolean hasSound = true;
    private long frameNs = FRAME_NS;
    private long soundLagNs;

    private static TrackFormat format(int level) {
        return new TrackFormat(Codec.H264, 640, 360, new byte[] {1, 0x42, (byte) 0xE0, (byte) level, 0});
    }

    private static Frame frame(boolean isKey, TrackFormat format) {
        return new Frame(new byte[100], 0, 0, isKey, isKey ? format : null);
    }

    private void start(int videos) {
        program = new Program(TIMING, videos, 1_700_000_000_000L);
        audio = new AudioLine(program::onAudio);
    }

    private RenditionSnapshot video(int index) {
        return program.snapshot().videos().get(index);
    }

    private String playlist(String name, boolean isDelta) {
        ProgramSnapshot now = program.snapshot();
        return MediaPlaylist.of(now, Objects.requireNonNull(now.rendition(name)), isDelta);
    }

    private void check() {
        ProgramSnapshot now = program.snapshot();
        for (RenditionSnapshot rendition : now.renditions()) {
            if (rendition.lastNumber() >= 0) {
                String playlist = MediaPlaylist.of(now, rendition, false);
                String before = known.getOrDefault(rendition.name(), "");
                assertThat(PlaylistValidator.violations(playlist, before, isSteady))
                        .as("%s at %d ms:%n%s%n%s", rendition.name(), nowNs / MS, before, playlist)
                        .isEmpty();
                known.put(rendition.name(), playlist);
                String delta = MediaPlaylist.of(now, rendition, true);
                assertThat(PlaylistValidator.violations(delta, playlist, isSteady))
                        .as(delta)
                        .isEmpty();
            }
        }
    }

    private interface Sender {
        void send(int index);
    }

    /** 30 frames a second, and sound. */
    private void run(long ms, Sender sender) {
        long endNs = nowNs + ms * MS;
        long nextFrameNs = nowNs;
        for (; nowNs < endNs; nowNs += 10 * MS) {
            if (hasSound && nowNs / MS % 20 == 0) {
                audio.onPacket(nowNs - soundLagNs, new byte[] {(byte) 0xFC, 1, 2});
            }
            if (nowNs >= nextFrameNs) {
                for (int i = 0; i < program.videos().size(); i++) {
                    sender.send(i);
                }
                nextFrameNs += frameNs;
            }
            audio.onTick(nowNs);
            program.onTick(nowNs);
            if (nowNs / MS % 500 == 0) {
                check();
            }
        }
    }

    /** Key frames come when they are due. */
    private void runWell(long ms, TrackFormat format) {
        run(
                ms,
                index -> program.onVideo(
                        index, nowNs, frame(program.isKeyFrameDue(index, nowNs - 100 * MS * (index + 1)), format)));
    }

    @Test
    void steadyMediaGivesAlignedSegmentsThatBeginWithKeyFrames() {
        runWell(60_000, format(30));
        String low = playlist("video-0", false);
        String high = playlist("video-1", false);
        String sound = playlist("audio", false);
        for (String playlist : List.of(low, high, sound)) {
            assertThat(playlist)
                    .contains("#EXT-X-INDEPENDENT-SEGMENTS", "#EXT-X-RENDITION-REPORT")
                    .doesNotContain("#EXT-X-GAP", "#EXT-X-DISCONTINUITY\n");
        }
        assertThat(sequence(low))
                .isEqualTo(sequence(high))
                .isEqualTo(sequence(sound))
                .isPositive();
        assertThat(playlist("audio", true)).contains("#EXT-X-SKIP:SKIPPED-SEGMENTS=");
        assertThat(video(0).peakBitsPerSecond()).isBetween(20_000L, 40_000L);
    }

    @ParameterizedTest
    @ValueSource(ints = {2, 3, 4, 5, 7, 10, 15, 24, 60})
    void partsHaveTheirLengthAtAnyFrameRate(int framesPerSecond) {
        frameNs = 1_000_000_000L / framesPerSecond;
        runWell(30_000, format(30));
        assertThat(video(0).frameRate()).isBetween(framesPerSecond * 0.95, framesPerSecond * 1.1);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4, 5})
    void partsHaveTheirLengthWhereFramesAreMissing(int seed) {
        Random random = new Random(seed);
        long[] missing = new long[2];
        run(30_000, index -> {
            boolean isDue = program.isKeyFrameDue(index, nowNs - 100 * MS * (index + 1));
            if (missing[index]-- <= 0 || isDue) {
                program.onVideo(index, nowNs, frame(isDue, format(30)));
                missing[index] = random.nextInt(8) == 0 ? random.nextInt(12) : 0;
            }
        });
        assertThat(playlist("video-0", false)).doesNotContain("#EXT-X-GAP", "#EXT-X-DISCONTINUITY\n");
    }

    @ParameterizedTest
    @ValueSource(ints = {10_030, 10_240, 10_430, 10_490, 13_000})
    void theEndLeavesPartsAsLongAsAnnounced(int ms) {
        runWell(ms, format(30));
        hasSound = false;
        runWell(450, format(30));
        program.end(nowNs);
        check();
        assertThat(playlist("audio", false)).endsWith("#EXT-X-ENDLIST\n");
    }

    private static long sequence(String playlist) {
        return Long.parseLong(playlist.replaceFirst("(?s).*#EXT-X-MEDIA-SEQUENCE:(\\d+).*", "$1"));
    }

    @Test
    void anotherCodecIsADiscontinuityInAllRenditions() {
        runWell(10_000, format(30));
        runWell(10_000, new TrackFormat(Codec.VP9, 640, 360, new byte[0]));
        ProgramSnapshot now = program.snapshot();
        for (RenditionSnapshot rendition : now.renditions()) {
            assertThat(MediaPlaylist.of(now, rendition, false))
                    .as(rendition.name())
                    .containsOnlyOnce("#EXT-X-DISCONTINUITY\n")
                    .doesNotContain("#EXT-X-GAP");
        }
        assertThat(playlist("video-0", false)).contains("video-0.0.init.mp4", "video-0.1.init.mp4");
    }

    @Test
    void anotherSizeBeginsASegmentWithAnotherHeader() {
        runWell(10_000, format(30));
        runWell(10_000, format(31));
        ProgramSnapshot now = program.snapshot();
        for (RenditionSnapshot rendition : now.renditions()) {
            assertThat(MediaPlaylist.of(now, rendition, false))
                    .as(rendition.name())
                    .doesNotContain("#EXT-X-DISCONTINUITY\n", "#EXT-X-GAP");
        }
        assertThat(playlist("video-0", false)).contains("video-0.0.init.mp4", "video-0.1.init.mp4");
    }

    @Test
    void aSwitchOfSourcesIsADiscontinuity() {
        runWell(6000, format(30));
        program.onSwitch();
        runWell(6000, format(30));
        assertThat(playlist("video-1", false))
                .containsOnlyOnce("#EXT-X-DISCONTINUITY\n")
                .containsOnlyOnce("#EXT-X-MAP");
    }

    /** As it is when it was transcoded, and pictures were not. */
    @Test
    void soundThatComesLateHasNoGapsWhereSourcesSwitchQuickly() {
        isSteady = false;
        soundLagNs = 800 * MS;
        audio = new AudioLine(program::onAudio, 2000 * MS);
        runWell(6000, format(30));
        for (int i = 0; i < 3; i++) {
            program.onSwitch();
            runWell(300, format(30));
        }
        runWell(6000, format(30));
        String playlist = playlist("audio", false);
        assertThat(playlist).doesNotContain("#EXT-X-GAP");
        assertThat(playlist.split("#EXT-X-DISCONTINUITY\n", -1)).hasSize(4);
        assertThat(program.made().gaps()).isZero();
    }

    @Test
    void aRenditionThatStopsHasGapsAndComesBack() {
        isSteady = false;
        runWell(10_000, format(30));
        run(15_000, index -> {
            if (index == 0) {
                program.onVideo(0, nowNs, frame(program.isKeyFrameDue(0, nowNs - 100 * MS), format(30)));
            }
        });
        runWell(10_000, format(30));
        assertThat(playlist("video-0", false)).doesNotContain("#EXT-X-GAP");
        assertThat(playlist("video-1", false)).contains("#EXT-X-GAP");
        assertThat(program.videos().get(1).number())
                .isEqualTo(program.videos().get(0).number());
    }

    /** The sound and the one picture of a program are cut at the same times, and the picture stands during a pause. */
    @ParameterizedTest
    @ValueSource(ints = {1500, 2500, 3000, 4000, 7000, 12_000})
    void aPauseOfVideoIsPartOfItsSegments(int pauseMs) {
        isSteady = false;
        start(1);
        runWell(9300, format(30));
        run(pauseMs, _ -> {});
        runWell(9000, format(30));
        List<Segment> pictures = video(0).complete();
        List<Segment> sounds = program.snapshot().audio().complete();
        long pictureMs = 0;
        long soundMs = 0;
        for (int i = 0; i < Math.min(pictures.size(), sounds.size()); i++) {
            pictureMs += pictures.get(i).ticks() / 90;
            soundMs += sounds.get(i).ticks() / 48;
            assertThat(pictureMs).as("segment %d", i).isBetween(soundMs - 33, soundMs + 33);
        }
        if (pauseMs < 3000 || pauseMs > 6000) {
            assertThat(pictures.stream().anyMatch(Segment::isGap)).isEqualTo(pauseMs > 6000);
        }
    }

    /** A player begins where pictures can be decoded. */
    @Test
    void aRenditionComesBackWithAKeyFrame() {
        isSteady = false;
        start(1);
        runWell(9300, format(30));
        run(12_000, _ -> {});
        long before = video(0).lastNumber();
        run(1000, index -> program.onVideo(index, nowNs, frame(false, format(30))));
        assertThat(video(0).open()).isNull();
        assertThat(program.isKeyFrameDue(0, nowNs)).isTrue();
        runWell(1000, format(30));
        assertThat(Objects.requireNonNull(video(0).open()).isIndependent()).isTrue();
        assertThat(video(0).lastNumber()).isGreaterThan(before);
        assertThat(playlist("video-0", false)).contains("#EXT-X-GAP");
    }

    /** Sound went on and began a segment; the pictures of it came later and are of an earlier time. */
    @Test
    void aPauseBehindPicturesThatWereHeldUpIsAsLongAsItWas() {
        isSteady = false;
        start(1);
        runWell(9000, format(30));
        long heldUpNs = nowNs;
        run(4000, _ -> {});
        for (long atNs = heldUpNs; atNs < nowNs; atNs += FRAME_NS) {
            program.onVideo(0, atNs, frame(program.isKeyFrameDue(0, nowNs), format(30)));
        }
        assertThat(program.videos().getFirst().startNs()).isBetween(heldUpNs - MS, heldUpNs + MS);
        run(3000, _ -> {});
        long backNs = nowNs;
        runWell(500, format(30));
        assertThat(program.videos().getFirst().startNs()).isBetween(backNs, backNs + 20 * MS);
        assertThat(playlist("video-0", false)).contains("#EXT-X-GAP");
    }

    @Test
    void aPictureOfATimeThatHasBeenWrittenIsNotShown() {
        isSteady = false;
        runWell(10_000, format(30));
        run(12_000, index -> {
            if (index == 0) {
                program.onVideo(0, nowNs, frame(program.isKeyFrameDue(0, nowNs), format(30)));
            }
        });
        Rendition stayedAway = program.videos().get(1);
        long endNs = stayedAway.endNs();
        program.onVideo(1, endNs - 21 * MS, frame(true, format(30)));
        assertThat(stayedAway.isOpen()).isFalse();
        assertThat(stayedAway.endNs()).isEqualTo(endNs);
        program.onVideo(1, endNs - 19 * MS, frame(true, format(30)));
        assertThat(stayedAway.isOpen()).isTrue();
    }

    @Test
    void aHoleInTranscodedSoundIsSilence() {
        program = new Program(TIMING, 1, 0, Program.AAC);
        audio = new AudioLine((_, _) -> {});
        long aacNs = 1024 * 1_000_000_000L / 48_000;
        for (long atNs = 0; atNs < 9000 * MS; atNs += aacNs) {
            if (atNs < 3000 * MS || atNs > 5000 * MS) {
                program.onAudio(atNs, new byte[100]);
            }
            program.onVideo(0, atNs, frame(atNs % (2000 * MS) < aacNs, format(30)));
            program.onTick(atNs);
        }
        List<Segment> sounds = program.snapshot().audio().complete();
        assertThat(sounds).hasSizeGreaterThan(2).noneMatch(Segment::isGap);
        for (Segment.Part part :
                sounds.stream().flatMap(each -> each.parts().stream()).toList()) {
            assertThat(WrittenMedia.fragment(part.data())).allMatch(sample -> sample.lengthTicks() < 2300);
        }
        long silences = sounds.stream()
                .flatMap(each -> each.parts().stream())
                .flatMap(part -> WrittenMedia.fragment(part.data()).stream())
                .filter(sample -> sample.data().length < 100)
                .count();
        assertThat(silences).isBetween(90L, 94L);
    }

    /** RFC 8216bis section 4.4.5.2: what is skipped is further than CAN-SKIP-UNTIL from the end, and all of that is. */
    @Test
    void aDeltaLeavesOutWhatIsOldAndNothingElse() {
        runWell(90_000, format(30));
        for (String name : List.of("video-0", "audio")) {
            String whole = playlist(name, false);
            String delta = playlist(name, true);
            List<Double> all = durations(whole);
            List<Double> listed = durations(delta);
            int skipped = Integer.parseInt(delta.replaceFirst("(?s).*SKIPPED-SEGMENTS=(\\d+).*", "$1"));
            assertThat(all.subList(skipped, all.size())).isEqualTo(listed);
            double kept = listed.stream().mapToDouble(each -> each).sum() + openSeconds(name);
            assertThat(kept).as("CAN-SKIP-UNTIL=30").isBetween(30.0, 30.0 + listed.getFirst());
        }
    }

    private static List<Double> durations(String playlist) {
        return playlist.lines()
                .filter(line -> line.startsWith("#EXTINF:"))
                .map(line -> Double.parseDouble(line.substring(8, line.length() - 1)))
                .toList();
    }

    private double openSeconds(String name) {
        RenditionSnapshot rendition = Objects.requireNonNull(program.snapshot().rendition(name));
        Segment open = rendition.open();
        return open == null ? 0 : (double) open.ticks() / rendition.timescale();
    }

    /** Decoding can begin with the parts that begin with a key frame, and with all of sound. */
    @Test
    void partsThatBeginWithAKeyFrameAreIndependent() {
        runWell(20_300, format(30));
        for (Segment segment : video(0).complete()) {
            assertThat(segment.parts().stream().map(Segment.Part::isIndependent).toList())
                    .startsWith(true)
                    .filteredOn(each -> each)
                    .hasSize(1);
        }
        for (String name : List.of("video-0", "audio")) {
            for (String line : playlist(name, false).lines().toList()) {
                if (line.startsWith("#EXT-X-PART:")) {
                    boolean isFirst = line.contains(".0.m4s");
                    assertThat(line.endsWith(",INDEPENDENT=YES")).as(line).isEqualTo(isFirst || name.equals("audio"));
                }
            }
        }
    }

    @Test
    void aSilentPublisherLeavesPlaylistsThatGoOn() {
        isSteady = false;
        runWell(10_000, format(30));
        hasSound = false;
        run(20_000, _ -> {});
        long audioSegments = program.audio().number();
        assertThat(audioSegments).isGreaterThanOrEqualTo(5);
        assertThat(program.videos().get(0).number()).isGreaterThanOrEqualTo(audioSegments - 2);
        hasSound = true;
        runWell(10_000, format(30));
        assertThat(program.videos().get(0).number()).isEqualTo(program.audio().number());
    }

    @Test
    void withoutFurtherKeyFramesSegmentsEndInTime() {
        boolean[] isSent = new boolean[2];
        run(30_000, index -> {
            program.onVideo(index, nowNs, frame(!isSent[index], format(30)));
            isSent[index] = true;
        });
        String playlist = playlist("video-0", false);
        assertThat(playlist).doesNotContain("#EXT-X-INDEPENDENT-SEGMENTS", "#EXT-X-GAP");
        assertThat(program.videos().get(0).number()).isGreaterThanOrEqualTo(5);
    }

    @Test
    void soundAloneIsAProgram() {
        start(0);
        run(20_000, _ -> {});
        assertThat(program.audio().number()).as("three of 1 s, then of 4 s").isEqualTo(7);
        assertThat(MultivariantPlaylist.of(program.snapshot(), "x/"))
                .contains("CODECS=\"opus\"", "x/audio.m3u8")
                .doesNotContain("EXT-X-MEDIA");
    }

    @Test
    void theMultivariantPlaylistNamesCodecsAndSizes() {
        runWell(9000, format(30));
        assertThat(MultivariantPlaylist.of(program.snapshot(), "x/"))
                .contains(
                        "CODECS=\"avc1.42e01e,opus\",RESOLUTION=640x360,FRAME-RATE=",
                        "AUDIO=\"audio\"\nx/video-0.m3u8\n",
                        "AUDIO=\"audio\"\nx/video-1.m3u8\n",
                        "URI=\"x/audio.m3u8\"");
    }

    private static long ms(RenditionSnapshot rendition) {
        return rendition.complete().stream().mapToLong(Segment::ticks).sum() * 1000 / rendition.timescale();
    }

    /** Sound that is on its way at the end is silence: it ends with the pictures. */
    @ParameterizedTest
    @ValueSource(ints = {10_000, 10_300, 11_140})
    void soundEndsWithThePictures(int lengthMs) {
        start(1);
        runWell(lengthMs, format(30));
        assertThat(ms(program.snapshot().audio())).isLessThan(lengthMs - 100);
        program.end(nowNs);
        assertThat(ms(video(0))).isBetween(lengthMs - 1L, lengthMs + 1L);
        assertThat(ms(program.snapshot().audio())).isEqualTo(lengthMs);
    }

    /** There are no pictures with which it would have to wait. */
    @Test
    void soundAloneIsThereAtOnce() {
        start(0);
        for (int i = 0; i < 100; i++) {
            program.onAudio(20L * i * MS, new byte[] {(byte) 0xFC, 1, 2});
        }
        assertThat(program.snapshot().audio().lastNumber()).isPositive();
    }

    @Test
    void whatIsMadeIsCounted() {
        isSteady = false;
        runWell(20_000, format(30));
        List<RenditionSnapshot> all = program.snapshot().renditions();
        Program.Made made = program.made();
        assertThat(made.segments())
                .isEqualTo(
                        all.stream().mapToLong(each -> each.complete().size()).sum());
        assertThat(made.parts())
                .isEqualTo(all.stream()
                        .mapToLong(each -> each.complete().stream()
                                        .mapToLong(segment -> segment.parts().size())
                                        .sum()
                                + (each.open() == null
                                        ? 0
                                        : Objects.requireNonNull(each.open())
                                                .parts()
                                                .size()))
                        .sum());
        assertThat(made.gaps()).isZero();
        assertThat(made.discontinuities()).isZero();
        program.onSwitch();
        run(15_000, index -> {
            if (index == 0) {
                program.onVideo(0, nowNs, frame(program.isKeyFrameDue(0, nowNs - 100 * MS), format(30)));
            }
        });
        assertThat(program.made().discontinuities()).isEqualTo(1);
        assertThat(program.made().gaps())
                .isEqualTo(program.snapshot().renditions().stream()
                        .flatMap(each -> each.complete().stream())
                        .filter(Segment::isGap)
                        .count())
                .isPositive();
    }

    /** Three parts before the end is where players begin, and some want a whole segment. */
    @Test
    void aRenditionCanBePlayedWhenItHasASegmentAndFiveParts() {
        start(0);
        boolean wasPlayable = false;
        for (int i = 0; i < 300; i++) {
            program.onAudio(20L * i * MS, new byte[] {(byte) 0xFC, 1, 2});
            RenditionSnapshot now = program.snapshot().audio();
            Segment open = now.open();
            long length = ms(now) + (open == null ? 0 : open.ticks() / 48);
            boolean isPlayable = now.isPlayable();
            assertThat(isPlayable).as("%d ms", length).isEqualTo(!now.complete().isEmpty() && length >= 2500);
            assertThat(isPlayable || !wasPlayable).isTrue();
            wasPlayable = isPlayable;
        }
        assertThat(wasPlayable).isTrue();
    }

    /** RFC 8216bis section 4.4.6.2: BANDWIDTH holds each segment with its sound, AVERAGE-BANDWIDTH all of them. */
    @Test
    void theMultivariantPlaylistNamesBandwidths() {
        runWell(20_000, format(30));
        String playlist = MultivariantPlaylist.of(program.snapshot(), "x/");
        long peak = attribute(playlist, ":BANDWIDTH");
        long average = attribute(playlist, "AVERAGE-BANDWIDTH");
        List<Segment> segments = video(0).complete();
        double most = segments.stream()
                .mapToDouble(each -> 8.0 * each.bytes() / (each.ticks() / 90_000.0))
                .max()
                .orElseThrow();
        double mean = 8.0
                * segments.stream().mapToLong(Segment::bytes).sum()
                / (segments.stream().mapToLong(Segment::ticks).sum() / 90_000.0);
        assertThat(peak).as("with 64 kbit/s of sound").isBetween((long) most + 64_000, (long) (most * 1.3) + 80_000);
        assertThat(average).isBetween((long) mean + 64_000, (long) (mean * 1.3) + 80_000);
    }

    private static long attribute(String playlist, String name) {
        return Long.parseLong(playlist.replaceFirst("(?s).*?" + name + "=(\\d+).*", "$1"));
    }

    @Test
    void memoryIsBounded() {
        HlsTiming small = new HlsTiming(4000 * MS, 500 * MS, 45_000 * MS, 100_000);
        program = new Program(small, 1, 0);
        audio = new AudioLine(program::onAudio);
        run(
                120_000,
                index -> program.onVideo(
                        index, nowNs, new Frame(new byte[1000], 0, 0, nowNs % (4000 * MS) == 0, format(30))));
        assertThat(video(0).heldBytes()).isLessThan(1_200_000);
        assertThat(video(0).complete()).hasSizeLessThan(5);
    }

    @Test
    void blockingRequestsWaitForWhatIsNotThere() {
        runWell(9500, format(30));
        RenditionSnapshot video = video(0);
        long last = video.lastNumber();
        int part = video.lastPart();
        assertThat(video.hasReached(last, part)).isTrue();
        assertThat(video.hasReached(last, part + 1)).isFalse();
        assertThat(video.hasReached(last, -1)).isFalse();
        assertThat(video.hasReached(last - 1, -1)).isTrue();
        assertThat(video.hasReached(last - 1, 500)).as("behind the last part").isTrue();
        assertThat(video.hasReached(last + 1, -1)).isFalse();
        assertThat(video.isExpected(last, part + 1)).isTrue();
        assertThat(video.isExpected(last, part + 2)).isFalse();
        assertThat(video.part(last, part)).isNotEmpty();
        assertThat(video.part(last, part + 1)).isEmpty();
        assertThat(video.segment(last)).isEmpty();
        assertThat(video.segment(last - 1)).isNotEmpty();
        assertThat(video.header(0)).isNotEmpty();
    }

    @Test
    void aSnapshotStaysAsItWas() {
        runWell(9500, format(30));
        ProgramSnapshot before = program.snapshot();
        String written = MediaPlaylist.of(before, before.videos().get(0), false);
        assertThat(program.snapshot().audio()).as("nothing has changed").isSameAs(before.audio());
        runWell(9500, format(30));
        assertThat(MediaPlaylist.of(before, before.videos().get(0), false)).isEqualTo(written);
        assertThat(video(0).version()).isGreaterThan(before.videos().get(0).version());
        assertThat(playlist("video-0", false)).isNotEqualTo(written);
        assertThat(before.rendition("video-7")).isNull();
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4, 5})
    void absurdMediaNeverBreaksAPlaylist(int seed) {
        isSteady = false;
        Random random = new Random(seed);
        hasSound = random.nextBoolean();
        for (int i = 0; i < 12; i++) {
            int keyEvery = 1 + random.nextInt(300);
            long shiftNs = (random.nextInt(8000) - 4000) * MS;
            int loss = random.nextInt(100);
            if (random.nextInt(3) == 0) {
                program.onSwitch();
            }
            run(random.nextInt(7000), index -> {
                if (random.nextInt(100) >= loss) {
                    program.onVideo(
                            index,
                            nowNs + (random.nextInt(20) == 0 ? shiftNs : 0),
                            frame(random.nextInt(keyEvery) == 0, format(30 + random.nextInt(keyEvery) / 250)));
                }
            });
        }
    }
}

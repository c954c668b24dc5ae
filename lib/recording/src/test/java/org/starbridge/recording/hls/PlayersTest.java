package org.starbridge.recording.hls;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.starbridge.playlist.MediaSegment;
import org.starbridge.playlist.PlaylistParser;
import org.starbridge.recording.frame.Codec;
import org.starbridge.recording.hls.PlayedCall.Encoded;
import org.starbridge.recording.hls.PlayedCall.Pause;
import org.starbridge.recording.hls.PlayedCall.Script;

/**
 * Recordings and HLS of calls with pauses, mutes, a rendition that stays away and a change of codec, as players take
 * them: FFmpeg decodes all frames without a warning, each at its time, and GStreamer plays the playlists of the larger
 * picture, but for those with gaps or another codec, which its demuxer does not know. Skipped where these are not
 * installed, unless STARBRIDGE_REQUIRE_FFMPEG is true.
 */
class PlayersTest {
    private static final int FRAME_MS = PlayedCall.FRAME_MS;
    private static final int LENGTH_MS = PlayedCall.LENGTH_MS;
    private static final int NEVER = Integer.MAX_VALUE;
    private static final double TOLERANCE_MS = 40;
    /** In HLS, frames that are far apart are moved so that parts have 85 % of their length. */
    private static final double MOVED_MS = 425;

    private static final int NAL_TYPE = 0x1F;
    private static final int SLICE = 1;
    private static final int IDR = 5;
    private static final int IVF_HEADER = 32;
    private static final int IVF_FRAME_HEADER = 12;
    private static final int VP9_INTER = 0x40;
    private static final int VP9_WHOLE = 0x0C;

    private static final Pattern TIME = Pattern.compile("[0-9.]+");

    @TempDir
    static Path pictures;

    @TempDir
    Path folder;

    private static Encoded h264 = new Encoded(Codec.H264, List.of());
    private static Encoded vp9 = new Encoded(Codec.VP9, List.of());

    static Stream<Script> scripts() {
        var sound = PlayedCall.Stream.SOUND;
        var small = PlayedCall.Stream.SMALL;
        var large = PlayedCall.Stream.LARGE;
        return Stream.of(
                new Script(
                        "the camera pauses",
                        NEVER,
                        List.of(new Pause(small, 4000, 7000, false), new Pause(large, 4000, 7000, false))),
                new Script(
                        "the camera pauses, its RTP time stands still",
                        NEVER,
                        List.of(new Pause(small, 4000, 7000, true), new Pause(large, 4000, 7000, true))),
                new Script("the microphone is muted", NEVER, List.of(new Pause(sound, 3500, 6500, true))),
                new Script(
                        "both pause",
                        NEVER,
                        List.of(
                                new Pause(sound, 4000, 8000, true),
                                new Pause(small, 4000, 7000, true),
                                new Pause(large, 4000, 7000, true))),
                new Script("the large picture stays away", NEVER, List.of(new Pause(large, 2000, 10_000, false))),
                new Script("the codec changes", 6000, List.of(new Pause(sound, 7000, 9000, false))));
    }

    @BeforeAll
    static void encode() throws Exception {
        need(isInstalled("ffmpeg") && isInstalled("ffprobe"), "FFmpeg is not installed");
        String source = "ffmpeg -v error -f lavfi -i testsrc=size=160x90:rate=" + 1000 / FRAME_MS + " -t "
                + LENGTH_MS / 1000 + " -pix_fmt yuv420p ";
        need(
                run(source + "-c:v libx264 -profile:v baseline -x264-params"
                                + " keyint=25:scenecut=0:repeat-headers=1:bframes=0:slices=1:threads=1 -f h264 "
                                + pictures.resolve("all.h264"))
                        .isEmpty(),
                "FFmpeg has no x264");
        need(
                run(source
                                + "-c:v libvpx-vp9 -deadline realtime -cpu-used 8 -lag-in-frames 0 -auto-alt-ref 0 -threads 1"
                                + " -g 25 -keyint_min 25 -f ivf " + pictures.resolve("all.ivf"))
                        .isEmpty(),
                "FFmpeg has no libvpx");
        h264 = new Encoded(Codec.H264, h264());
        vp9 = new Encoded(Codec.VP9, vp9());
    }

    /** Skips the tests, or fails where FFmpeg has to be there. */
    private static void need(boolean isThere, String otherwise) {
        if (Boolean.parseBoolean(System.getenv("STARBRIDGE_REQUIRE_FFMPEG"))) {
            assertThat(isThere).as(otherwise).isTrue();
        }
        assumeTrue(isThere, "skipped: " + otherwise);
    }

    private static boolean isInstalled(String name) {
        return Arrays.stream(System.getenv().getOrDefault("PATH", "").split(":", -1))
                .anyMatch(each -> Files.isExecutable(Path.of(each, name)));
    }

    /** What a command says, on both outputs. */
    private static String run(String command) throws IOException, InterruptedException {
        Path said = Files.createTempFile(pictures, "said", ".txt");
        Process process = new ProcessBuilder(command.split(" ", -1))
                .redirectErrorStream(true)
                .redirectInput(ProcessBuilder.Redirect.from(Path.of("/dev/null").toFile()))
                .redirectOutput(said.toFile())
                .start();
        boolean isOver = process.waitFor(2, TimeUnit.MINUTES);
        process.destroyForcibly();
        assertThat(isOver).as(command).isTrue();
        return Files.readString(said);
    }

    /** NAL units of each picture, the parameter sets with that behind them. */
    private static List<List<byte[]>> h264() throws IOException {
        byte[] bytes = Files.readAllBytes(pictures.resolve("all.h264"));
        List<List<byte[]>> pictures = new ArrayList<>();
        List<byte[]> units = new ArrayList<>();
        for (int at = 0; at + 3 < bytes.length; ) {
            int begin = at + (bytes[at + 2] == 1 ? 3 : 4);
            int end = begin;
            while (end < bytes.length && !isStartCode(bytes, end)) {
                end++;
            }
            byte[] unit = Arrays.copyOfRange(bytes, begin, end);
            units.add(unit);
            int type = unit[0] & NAL_TYPE;
            if (type == SLICE || type == IDR) {
                pictures.add(units);
                units = new ArrayList<>();
            }
            at = end;
        }
        return pictures;
    }

    private static boolean isStartCode(byte[] bytes, int at) {
        return at + 3 < bytes.length
                && bytes[at] == 0
                && bytes[at + 1] == 0
                && (bytes[at + 2] == 1 || (bytes[at + 2] == 0 && bytes[at + 3] == 1));
    }

    /** Each with a payload descriptor that says whether it refers to others (RFC 9628 section 4.2). */
    private static List<List<byte[]>> vp9() throws IOException {
        ByteBuffer in = ByteBuffer.wrap(Files.readAllBytes(pictures.resolve("all.ivf")))
                .order(ByteOrder.LITTLE_ENDIAN)
                .position(IVF_HEADER);
        List<List<byte[]>> frames = new ArrayList<>();
        while (in.remaining() > IVF_FRAME_HEADER) {
            int length = in.getInt();
            in.position(in.position() + IVF_FRAME_HEADER - 4);
            byte[] payload = new byte[1 + length];
            in.get(payload, 1, length);
            payload[0] = (byte) (VP9_WHOLE | (frames.size() % 25 == 0 ? 0 : VP9_INTER));
            frames.add(List.of(payload));
        }
        return frames;
    }

    @ParameterizedTest
    @MethodSource("scripts")
    void playersShowEachFrameWhenItWasCaptured(Script script) throws Exception {
        PlayedCall call = new PlayedCall(script, h264, vp9);
        List<String> appended = call.write(folder);
        for (PlayedCall.Recorded each : call.files()) {
            assertTimes(each.name(), shownMs(each.name()), List.copyOf(each.sentMs.keySet()), false);
        }
        for (PlayedCall.Stream stream : List.of(PlayedCall.Stream.SMALL, PlayedCall.Stream.LARGE)) {
            String name = call.rendition(stream).name();
            List<Double> shown = new ArrayList<>();
            for (String each : appended) {
                if (each.startsWith(name)) {
                    shown.addAll(shownMs(each));
                }
            }
            assertTimes(name, shown, call.sentMs(stream), true);
        }
        assertSoundIsWhole(call);
        if (script.canBePlayedWithoutGaps() && hasGstreamer()) {
            assertTimes(
                    "GStreamer",
                    playedMs(call.rendition(PlayedCall.Stream.LARGE)),
                    call.sentMs(PlayedCall.Stream.LARGE),
                    true);
        }
        for (RenditionSnapshot each : call.program().renditions()) {
            assertThat(listedMs(each))
                    .as(each.name())
                    .isBetween(LENGTH_MS - 2 * TOLERANCE_MS, LENGTH_MS + 2 * TOLERANCE_MS);
        }
        assertThat(call.program().videos().getLast().complete().stream().anyMatch(Segment::isGap))
                .isEqualTo(script.name().equals("the large picture stays away"));
    }

    /** Silence stands in for what the microphone did not send. */
    private void assertSoundIsWhole(PlayedCall call) throws Exception {
        List<Double> heard = shownMs(call.program().audio().name() + ".0.mp4");
        assertThat(heard.getFirst()).isBetween(0.0, TOLERANCE_MS + PlayedCall.WAY_MS);
        assertThat(heard.getLast()).isBetween(LENGTH_MS - 2 * TOLERANCE_MS, LENGTH_MS + 2 * TOLERANCE_MS);
        for (int i = 1; i < heard.size(); i++) {
            assertThat(heard.get(i) - heard.get(i - 1))
                    .as("at %s", heard.get(i))
                    .isBetween(19.0, 21.0);
        }
    }

    private static void assertTimes(String name, List<Double> shown, List<Integer> sentMs, boolean mayMove) {
        assertThat(shown).as(name).hasSameSizeAs(sentMs);
        for (int i = 0; i < shown.size(); i++) {
            boolean isBesidePause = (i > 0 && sentMs.get(i) - sentMs.get(i - 1) > FRAME_MS)
                    || (i + 1 < shown.size() && sentMs.get(i + 1) - sentMs.get(i) > FRAME_MS);
            double toleranceMs = TOLERANCE_MS + (mayMove && isBesidePause ? MOVED_MS : 0);
            assertThat(shown.get(i) - PlayedCall.WAY_MS)
                    .as("%s, frame %s", name, i)
                    .isBetween(sentMs.get(i) - toleranceMs, sentMs.get(i) + toleranceMs);
        }
    }

    /** When each frame of a file is shown, in ms. The decoder has no warning. */
    private List<Double> shownMs(String name) throws Exception {
        List<String> lines = run("ffprobe -v warning -threads 1 -show_entries frame=pts_time -of csv=p=0 "
                        + folder.resolve(name))
                .lines()
                .map(line -> line.replace(",", "").strip())
                .filter(line -> !line.isEmpty())
                .toList();
        assertThat(lines).as(name).allMatch(line -> TIME.matcher(line).matches());
        return lines.stream().map(line -> Double.parseDouble(line) * 1000).toList();
    }

    /** GStreamer is driven through Debian's own Python. */
    private static boolean hasGstreamer() throws Exception {
        boolean isThere = Files.isExecutable(Path.of("/usr/bin/python3"))
                && run("/usr/bin/python3 -c import\tgi;gi.require_version('Gst','1.0')")
                        .isEmpty();
        if (Boolean.parseBoolean(System.getenv("STARBRIDGE_REQUIRE_GSTREAMER"))) {
            assertThat(isThere).as("GStreamer for Python is installed").isTrue();
        }
        return isThere;
    }

    /** When GStreamer shows each frame, in ms; it follows the playlist. */
    private List<Double> playedMs(RenditionSnapshot rendition) throws Exception {
        Path program = Path.of(Objects.requireNonNull(PlayersTest.class.getResource("/players/play-hls.py"))
                .toURI());
        List<String> lines = run("/usr/bin/python3 " + program + " " + folder.resolve(rendition.name() + ".m3u8"))
                .lines()
                .toList();
        assertThat(lines).allMatch(line -> TIME.matcher(line).matches());
        return lines.stream().map(Double::valueOf).toList();
    }

    /** The sum of EXTINF. */
    private double listedMs(RenditionSnapshot rendition) throws Exception {
        var playlist = (org.starbridge.playlist.MediaPlaylist)
                PlaylistParser.parse(Files.readString(folder.resolve(rendition.name() + ".m3u8")));
        double sum = 0;
        for (Segment segment : rendition.complete()) {
            MediaSegment listed = playlist.segment(segment.number());
            sum += listed == null ? 0 : listed.seconds() * 1000;
        }
        return sum;
    }
}

package org.starbridge.recording.hls;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.starbridge.recording.frame.Codec;
import org.starbridge.recording.frame.FrameAssembler.Frame;
import org.starbridge.recording.frame.PacketOrder;
import org.starbridge.recording.matroska.MatroskaTrack;
import org.starbridge.recording.time.SenderClock;
import org.starbridge.recording.time.TimedFrames;

/**
 * What FFmpeg makes of recordings and HLS of a call in which the camera pauses for three seconds and the microphone
 * goes on: ffprobe says when it shows each frame, ffmpeg decodes all of them. Skipped where these are not installed,
 * unless STARBRIDGE_REQUIRE_FFMPEG is true.
 */
class PlayersTest {
    private static final long MS = 1_000_000;
    private static final int FRAME_MS = 40;
    private static final int SOUND_MS = 20;
    private static final int LENGTH_MS = 10_000;
    private static final int PAUSE_MS = 3000;
    private static final int PAUSED_AT_MS = 4000;
    private static final int WAY_MS = 30;
    private static final double TOLERANCE = 0.04;
    /** In HLS, frames that are far apart are moved so that parts have 85 % of their length. */
    private static final double MOVED = 0.43;

    private static final byte[] SILENCE = {(byte) 0xF8, (byte) 0xFF, (byte) 0xFE};
    private static final int NAL_TYPE = 0x1F;
    private static final int SLICE = 1;
    private static final int IDR = 5;
    private static final Pattern EXTINF = Pattern.compile("#EXTINF:([0-9.]+),");

    @TempDir
    static Path pictures;

    @TempDir
    Path folder;

    /** What the camera's RTP time does in a pause. */
    enum InPause {
        RUNS_ON,
        STANDS_STILL
    }

    @BeforeAll
    static void encode() throws Exception {
        need(isInstalled("ffmpeg") && isInstalled("ffprobe"), "FFmpeg is not installed");
        String filter = "testsrc=size=160x90:rate=" + 1000 / FRAME_MS;
        need(
                run("ffmpeg -v error -f lavfi -i " + filter + " -t " + LENGTH_MS / 1000
                                + " -pix_fmt yuv420p -c:v libx264 -profile:v baseline -x264-params"
                                + " keyint=25:scenecut=0:repeat-headers=1:bframes=0:slices=1:threads=1 -f h264 "
                                + pictures.resolve("all.h264"))
                        .isEmpty(),
                "FFmpeg has no x264");
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
    private static List<List<byte[]>> pictures() throws IOException {
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

    /** A call, and what the bridge writes of it. */
    private static final class Call {
        final Program program = new Program(new HlsTiming(4000 * MS, 500 * MS, 600_000 * MS, 1 << 30), 1, 0);
        final AudioLine line = new AudioLine(program::onAudio);
        final SenderClock clock = new SenderClock();
        final Track video = new Track(Codec.H264);
        final Track audio = new Track(Codec.OPUS);
        final List<Double> captured = new ArrayList<>();
        int seq;

        final class Track implements TimedFrames.Sink {
            final Codec codec;
            final TimedFrames frames;
            final ByteArrayOutputStream clusters = new ByteArrayOutputStream();

            @Nullable
            MatroskaTrack file;

            Track(Codec codec) {
                this.codec = codec;
                frames = new TimedFrames(codec, new PacketOrder(), codec.isVideo() ? 90_000 : 48_000, clock, this);
            }

            @Override
            public void onFrame(long timeNs, Frame frame) {
                MatroskaTrack to = file;
                if (to == null) {
                    to = new MatroskaTrack(Objects.requireNonNull(frame.format()), "one", 0);
                    file = to;
                }
                clusters.writeBytes(to.add(timeNs / MS, frame.isKeyFrame(), frame.data()));
                if (codec.isVideo()) {
                    program.onVideo(0, timeNs, frame);
                } else {
                    line.onPacket(timeNs, frame.data());
                }
            }

            @Override
            public void onGap(long packets) {
                throw new AssertionError("nothing is lost");
            }

            @Override
            public void onKeyFrameNeeded() {
                // one comes each second
            }

            void write(Path path) throws IOException {
                frames.end();
                MatroskaTrack ended = Objects.requireNonNull(file);
                clusters.writeBytes(ended.end());
                clusters.writeBytes(ended.index());
                ByteArrayOutputStream all = new ByteArrayOutputStream();
                all.writeBytes(ended.finalHeader());
                clusters.writeTo(all);
                Files.write(path, all.toByteArray());
            }
        }

        Call(InPause inPause) throws IOException {
            List<List<byte[]>> pictures = pictures();
            for (int ms = 0; ms < LENGTH_MS + WAY_MS; ms += 10) {
                int sentMs = ms - WAY_MS;
                boolean isPaused = sentMs >= PAUSED_AT_MS && sentMs < PAUSED_AT_MS + PAUSE_MS;
                if (sentMs >= 0 && sentMs % FRAME_MS == 0 && !isPaused) {
                    boolean isBehind = inPause == InPause.STANDS_STILL && sentMs >= PAUSED_AT_MS;
                    captured.add(sentMs / 1000.0);
                    send(pictures.get(sentMs / FRAME_MS), sentMs - (isBehind ? PAUSE_MS : 0), ms);
                }
                if (sentMs >= 0 && sentMs % SOUND_MS == 0) {
                    audio.frames.onPacket(
                            new PacketOrder.Packet(sentMs / SOUND_MS, ms * MS, 111, 7000 + sentMs * 48, true, SILENCE));
                }
                video.frames.onTick(ms * MS);
                audio.frames.onTick(ms * MS);
                line.onTick(ms * MS);
                program.onTick(ms * MS);
            }
        }

        private void send(List<byte[]> units, int rtpMs, int ms) {
            for (int i = 0; i < units.size(); i++) {
                video.frames.onPacket(new PacketOrder.Packet(
                        seq++, ms * MS, 96, 5000 + rtpMs * 90, i == units.size() - 1, units.get(i)));
            }
        }

        void write(Path folder) throws IOException {
            video.write(folder.resolve("video.mkv"));
            audio.write(folder.resolve("audio.webm"));
            line.end((LENGTH_MS + WAY_MS) * MS);
            program.end((LENGTH_MS + WAY_MS) * MS);
            for (RenditionSnapshot rendition : program.snapshot().renditions()) {
                String playlist = MediaPlaylist.of(program.snapshot(), rendition, false);
                Files.writeString(folder.resolve(rendition.name() + ".m3u8"), playlist);
                for (Segment segment : rendition.complete()) {
                    assertThat(segment.isGap())
                            .as("the sender paused, nothing is lacking")
                            .isFalse();
                    put(
                            folder,
                            rendition.name() + "." + segment.number() + ".m4s",
                            rendition.segment(segment.number()));
                    put(
                            folder,
                            rendition.name() + "." + segment.init() + ".init.mp4",
                            rendition.header(segment.init()));
                }
            }
        }

        private static void put(Path folder, String name, List<byte[]> pieces) throws IOException {
            ByteArrayOutputStream all = new ByteArrayOutputStream();
            pieces.forEach(all::writeBytes);
            Files.write(folder.resolve(name), all.toByteArray());
        }
    }

    @ParameterizedTest
    @EnumSource
    void aPauseOfTheCameraIsAsLongAsItWas(InPause inPause) throws Exception {
        Call call = new Call(inPause);
        call.write(folder);
        double end = LENGTH_MS / 1000.0;

        List<Double> recorded = shownTimes("video.mkv");
        assertTimes(recorded, call.captured, TOLERANCE);
        assertThat(duration("video.mkv") - recorded.getFirst()).isCloseTo(end, within(2 * TOLERANCE));
        List<Double> sound = shownTimes("audio.webm");
        assertThat(sound).hasSize(LENGTH_MS / SOUND_MS);
        assertThat(sound.getLast() - sound.getFirst()).isCloseTo(end - SOUND_MS / 1000.0, within(TOLERANCE));
        assertThat(sound.getFirst()).as("beside the picture").isCloseTo(recorded.getFirst(), within(TOLERANCE));

        String video = call.program.snapshot().videos().getFirst().name() + ".m3u8";
        String audio = call.program.snapshot().audio().name() + ".m3u8";
        List<Double> played = shownTimes(video);
        assertTimes(played, call.captured, TOLERANCE + MOVED);
        List<Double> far = new ArrayList<>();
        for (int i = 0; i < played.size(); i++) {
            boolean isBesidePause = Math.abs(call.captured.get(i) - PAUSED_AT_MS / 1000.0) < 0.1
                    || Math.abs(call.captured.get(i) - (PAUSED_AT_MS + PAUSE_MS) / 1000.0) < 0.1;
            double error = played.get(i) - played.getFirst() - call.captured.get(i);
            if (!isBesidePause && Math.abs(error) > TOLERANCE) {
                far.add(call.captured.get(i));
            }
        }
        assertThat(far).as("only frames beside the pause are moved").isEmpty();
        List<Double> heard = shownTimes(audio);
        assertThat(heard.getFirst()).as("beside the picture").isCloseTo(played.getFirst(), within(TOLERANCE));
        assertThat(extinf(video)).isCloseTo(end, within(2 * TOLERANCE));
        assertThat(extinf(audio)).isCloseTo(extinf(video), within(TOLERANCE + 0.001));

        for (String each : List.of("video.mkv", "audio.webm", video, audio)) {
            assertThat(run("ffmpeg -v warning -allowed_extensions ALL -i "
                                    .replace(
                                            "-allowed_extensions ALL ",
                                            each.endsWith("m3u8") ? "-allowed_extensions ALL " : "")
                            + folder.resolve(each) + " -f null -"))
                    .as(each)
                    .isEmpty();
        }
    }

    /** Relative to the first one. */
    private static void assertTimes(List<Double> shown, List<Double> captured, double tolerance) {
        assertThat(shown).hasSameSizeAs(captured);
        for (int i = 0; i < shown.size(); i++) {
            assertThat(shown.get(i) - shown.getFirst()).as("frame %s", i).isCloseTo(captured.get(i), within(tolerance));
        }
    }

    private String probe(String name, String what) throws IOException, InterruptedException {
        String extensions = name.endsWith("m3u8") ? " -allowed_extensions ALL" : "";
        return run("ffprobe -v error" + extensions + " -show_entries " + what + " -of csv=p=0 " + folder.resolve(name));
    }

    private List<Double> shownTimes(String name) throws IOException, InterruptedException {
        return probe(name, "packet=pts_time")
                .lines()
                .map(line -> line.replace(",", "").strip())
                .filter(line -> !line.isEmpty())
                .map(Double::valueOf)
                .toList();
    }

    private double duration(String name) throws IOException, InterruptedException {
        return Double.parseDouble(probe(name, "format=duration").strip());
    }

    private double extinf(String name) throws IOException {
        Matcher found = EXTINF.matcher(Files.readString(folder.resolve(name), UTF_8));
        return found.results()
                .mapToDouble(each -> Double.parseDouble(each.group(1)))
                .sum();
    }
}

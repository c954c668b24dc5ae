package org.starbridge.bridge.composition;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.starbridge.bridge.http.route.Json;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;

/** A recorded room of two participants, the second of whom comes two seconds later. */
@Timeout(120)
class RecordingCommandsTest {
    private static final String EVENTS = """
            {"time":0,"event":"start","meetingId":"m","unixSeconds":1700000000.5}
            {"time":10,"event":"file","file":"a-a-v0-0-1.webm","endpoint":"a","source":"a-v0","encoding":0,"width":160,"height":90}
            {"time":10,"event":"file","file":"a-a-v0-1-2.webm","endpoint":"a","source":"a-v0","encoding":1,"width":320,"height":180}
            {"time":10,"event":"file","file":"a-a-a0-0-3.webm","endpoint":"a","source":"a-a0","encoding":0,"width":0,"height":0}
            {"time":2000,"event":"file","file":"b-b-v0-0-4.webm","endpoint":"b","source":"b-v0","encoding":0,"width":320,"height":180}
            {"time":2000,"event":"file","file":"../../outside.webm","endpoint":"c","source":"c-v0","encoding":0,"width":320,"height":180}
            {"time":4000,"event":"end","reason":"stopped"}
            {"time":40""";

    @TempDir
    Path recordings;

    private final StringWriter printed = new StringWriter();

    private int run(CommandSpec command, String... arguments) throws Exception {
        return RecordingCommands.run(new CommandLine(command).parseArgs(arguments), new PrintWriter(printed));
    }

    private Path room(boolean withMedia) throws Exception {
        Path room = Files.createDirectory(recordings.resolve("room-1"));
        Files.writeString(room.resolve(RecordedRoom.EVENTS), EVENTS);
        for (String[] file : new String[][] {
            {"a-a-v0-0-1.webm", "testsrc=size=160x90:rate=10:duration=2", "0"},
            {"a-a-v0-1-2.webm", "testsrc=size=320x180:rate=10:duration=2", "0"},
            {"a-a-a0-0-3.webm", "sine=duration=2", "0"},
            {"b-b-v0-0-4.webm", "testsrc=size=320x180:rate=10:duration=2", "2"}
        }) {
            if (withMedia) {
                List<String> codec = file[1].startsWith("sine")
                        ? List.of("-c:a", "libopus")
                        : List.of("-c:v", "libvpx", "-deadline", "realtime");
                List<String> arguments =
                        new ArrayList<>(List.of("ffmpeg", "-loglevel", "error", "-f", "lavfi", "-i", file[1]));
                arguments.addAll(codec);
                arguments.addAll(List.of(
                        "-output_ts_offset", file[2], room.resolve(file[0]).toString()));
                output(arguments);
            } else {
                Files.write(room.resolve(file[0]), new byte[10]);
            }
        }
        return room;
    }

    private static String output(List<String> command) throws Exception {
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        String text = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).as(text).isZero();
        return text;
    }

    private static JsonNode probed(Path file) throws Exception {
        return Json.tree(output(
                List.of("ffprobe", "-v", "error", "-of", "json", "-show_streams", "-show_format", file.toString())));
    }

    private static void requireFfmpeg() {
        assumeTrue(
                Files.isExecutable(Path.of("/usr/bin/ffmpeg"))
                        || "true".equals(System.getenv("STARBRIDGE_REQUIRE_FFMPEG")),
                "FFmpeg is missing: joining and composing are NOT tested");
    }

    @Test
    void listsWhatThereIs() throws Exception {
        room(false);
        Files.createDirectory(recordings.resolve("something else"));
        assertThat(run(RecordingCommands.recordings(), "--json", recordings.toString()))
                .isZero();
        JsonNode list = Json.tree(printed.toString());
        assertThat(list).hasSize(1);
        assertThat(list.at("/0/begin").asText()).isEqualTo("2023-11-14T22:13:20Z");
        assertThat(list.at("/0/seconds").asInt()).isEqualTo(4);
        assertThat(list.at("/0/ended").asBoolean()).isTrue();
        assertThat(list.at("/0/participants").toString()).isEqualTo("[\"a\",\"b\"]");
        assertThat(list.at("/0/files").asInt())
                .as("files outside of the folder are none")
                .isEqualTo(4);
        assertThat(list.at("/0/bytes").asInt()).isEqualTo(40);
    }

    @Test
    void aParticipantsBestPictureAndSoundAreOneFile() throws Exception {
        requireFfmpeg();
        Path room = room(true);
        assertThat(run(RecordingCommands.recordings(), "--join", room.toString()))
                .as(printed.toString())
                .isZero();
        JsonNode a = probed(room.resolve("a.mkv"));
        assertThat(a.at("/streams/0/codec_name").asText()).isEqualTo("vp8");
        assertThat(a.at("/streams/0/height").asInt()).isEqualTo(180);
        assertThat(a.at("/streams/1/codec_name").asText()).isEqualTo("opus");
        assertThat(a.get("streams")).hasSize(2);
        assertThat(probed(room.resolve("b.mkv")).at("/streams/0/start_time").asDouble())
                .as("on the timeline of the recording")
                .isBetween(1.9, 2.1);
    }

    @Test
    void aRoomIsOneVideo() throws Exception {
        requireFfmpeg();
        Path room = room(true);
        assertThat(run(RecordingCommands.compose(), room.toString()))
                .as(printed.toString())
                .isZero();
        assertThat(printed.toString()).contains(" %").contains("room.mp4");
        JsonNode video = probed(room.resolve("room.mp4"));
        assertThat(video.at("/streams/0/codec_name").asText()).isEqualTo("h264");
        assertThat(video.at("/streams/0/width").asInt()).isEqualTo(1280);
        assertThat(video.at("/streams/1/codec_name").asText()).isEqualTo("aac");
        assertThat(video.at("/format/duration").asDouble()).isBetween(3.8, 4.2);
        // The right half is empty until the second participant comes.
        assertThat(spread(room.resolve("room.mp4"), 1)).isLessThan(20);
        assertThat(spread(room.resolve("room.mp4"), 3)).isGreaterThan(100);
    }

    @Test
    void theSpeakerIsLarge() throws Exception {
        requireFfmpeg();
        Path room = room(true);
        Path events = room.resolve(RecordedRoom.EVENTS);
        String speaker = "{\"time\":%d,\"event\":\"speaker\",\"endpoint\":\"%s\"}\n";
        Files.writeString(
                events,
                EVENTS.replaceFirst(
                        "\\{\"time\":4000",
                        speaker.formatted(100, "a") + speaker.formatted(600, "sound only")
                                + speaker.formatted(2200, "b") + "{\"time\":4000"));
        assertThat(run(RecordingCommands.compose(), "--layout", "speaker", room.toString()))
                .as(printed.toString())
                .isZero();
        assertThat(spread(room.resolve("room.mp4"), 1))
                .as("a fills the right half, too")
                .isGreaterThan(100);
        assertThat(spread(room.resolve("room.mp4"), 3))
                .as("and b when it speaks")
                .isGreaterThan(100);
    }

    @Test
    void aTurnOfASpeakerIsAtLeastTwoSeconds() throws Exception {
        Path room = room(false);
        Files.writeString(room.resolve(RecordedRoom.EVENTS), EVENTS.replaceFirst("\\{\"time\":4000", """
                        {"time":500,"event":"speaker","endpoint":"b"}
                        {"time":900,"event":"speaker","endpoint":"a"}
                        {"time":1000,"event":"speaker","endpoint":"nobody's picture"}
                        {"time":2600,"event":"speaker","endpoint":"a"}
                        {"time":4000"""));
        RecordedRoom read = RecordedRoom.read(room);
        List<String> shown = List.of("a", "b");
        assertThat(Layout.SPEAKER.places(read, shown, "a").getFirst().times())
                .isEqualTo("gte(t,0.00)*lt(t,0.50)+gte(t,2.60)*lt(t,5.00)");
        assertThat(Layout.SPEAKER.places(read, shown, "b").getFirst())
                .isEqualTo(new Layout.Place(0, 0, 1280, 576, "gte(t,0.50)*lt(t,2.60)"));
        assertThat(Layout.SPEAKER.places(read, shown, "b").getLast())
                .isEqualTo(new Layout.Place(640, 576, 256, 144, ""));
        assertThat(Layout.SPEAKER.places(read, List.of("c", "a", "b"), "c")).hasSize(2);
        assertThat(Layout.GRID.places(read, shown, "b")).containsExactly(new Layout.Place(640, 0, 640, 720, ""));
    }

    /** How much the brightness of the right half differs from place to place, 0 to 255. */
    private static int spread(Path video, int second) throws Exception {
        Process process = new ProcessBuilder(
                        "ffmpeg",
                        "-loglevel",
                        "error",
                        "-ss",
                        String.valueOf(second),
                        "-i",
                        video.toString(),
                        "-frames:v",
                        "1",
                        "-vf",
                        "crop=500:400:700:150,scale=50:40,format=gray",
                        "-f",
                        "rawvideo",
                        "-")
                .start();
        byte[] pixels = process.getInputStream().readAllBytes();
        assertThat(pixels).hasSize(2000);
        int least = 255;
        int most = 0;
        for (byte pixel : pixels) {
            least = Math.min(least, pixel & 0xFF);
            most = Math.max(most, pixel & 0xFF);
        }
        return most - least;
    }

    @Test
    void participantsHaveTheNamesThatAreGiven() throws Exception {
        Path room = room(false);
        Path ffmpeg = Files.writeString(recordings.resolve("ffmpeg"), "#!/bin/sh\necho \"$@\"\n");
        assertThat(ffmpeg.toFile().setExecutable(true)).isTrue();
        assertThat(run(
                        RecordingCommands.compose(),
                        "--ffmpeg",
                        ffmpeg.toString(),
                        "--name",
                        "a=Zoë 'Z' O:Neil",
                        room.toString()))
                .isZero();
        assertThat(printed.toString()).contains("text='Zoë _Z_ O_Neil'").contains("text='b'");
        assertThat(run(RecordingCommands.compose(), "--name", "c=Ann", room.toString()))
                .isEqualTo(1);
        assertThat(printed.toString()).contains("c is not in this recording; it has a, b");
    }

    @Test
    void withoutFfmpegItSaysWhatToDo() throws Exception {
        Path room = room(false);
        assertThat(run(RecordingCommands.compose(), "--ffmpeg", "/nowhere/ffmpeg", room.toString()))
                .isEqualTo(69);
        assertThat(printed.toString()).contains("apt install ffmpeg").contains("--ffmpeg PATH");
        assertThat(run(RecordingCommands.compose(), recordings.toString())).isEqualTo(1);
        assertThat(printed.toString()).contains("is no recording: it has no events.jsonl");
        assertThat(run(RecordingCommands.recordings(), "--join", "--endpoint", "x", room.toString()))
                .isEqualTo(1);
        assertThat(printed.toString()).contains("x is not in this recording; it has a, b");
    }

    @Test
    void progressIsReadFromWhatFfmpegSays() {
        assertThat(Ffmpeg.percent("out_time_us=2000000", 4)).isEqualTo(50);
        assertThat(Ffmpeg.percent("out_time_us=9000000", 4)).isEqualTo(100);
        assertThat(Ffmpeg.percent("out_time_us=N/A", 4)).isNegative();
        assertThat(Ffmpeg.percent("frame=7", 4)).isNegative();
    }
}

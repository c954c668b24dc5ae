package org.starbridge.bridge.composition;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;
import org.starbridge.bridge.composition.RecordedRoom.RecordedTrack;
import org.starbridge.bridge.doctor.DoctorCommand;
import org.starbridge.bridge.http.route.Json;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.TypeConversionException;

/**
 * {@code starbridge recordings} lists recordings and joins the files of participants, {@code starbridge compose} lays a
 * room out as one video. Stateless.
 */
public final class RecordingCommands {
    private static final int EXIT_IMPOSSIBLE = 1;
    private static final String DIRECTORY = "DIR";
    private static final String JOIN = "--join";
    private static final String ENDPOINT = "--endpoint";
    private static final String OUT = "--out";
    private static final String FFMPEG = "--ffmpeg";
    private static final String NO_NAMES = "--no-names";
    private static final String NAME = "--name";
    private static final String LAYOUT = "--layout";
    private static final String JSON = "--json";

    private RecordingCommands() {}

    /** The subcommand {@code recordings} and its options. */
    public static CommandSpec recordings() {
        CommandSpec command = CommandSpec.create().name("recordings");
        command.usageMessage()
                .description(
                        "Lists the recordings in DIR, or joins audio and video of each participant with --join.",
                        "Joining needs FFmpeg; it copies packets and decodes nothing. Exit status 0 if all files were made,"
                                + " 1 if not, 69 without FFmpeg.");
        command.addPositional(directory("Directory of recordings (starbridge.recording.directory), or one recording."));
        command.addOption(OptionSpec.builder(JOIN)
                .description("Write a Matroska file ENDPOINT.mkv for each participant into the recording DIR.")
                .build());
        command.addOption(OptionSpec.builder(ENDPOINT)
                .paramLabel("ID")
                .type(String.class)
                .description("Join the files of this participant only.")
                .build());
        command.addOption(
                OptionSpec.builder(JSON).description("Print the list as JSON.").build());
        command.addOption(ffmpeg());
        DoctorCommand.addStandardOptions(command);
        return command;
    }

    /** The subcommand {@code compose} and its options. */
    public static CommandSpec compose() {
        CommandSpec command = CommandSpec.create().name("compose");
        command.usageMessage()
                .description(
                        "Composes the recording DIR into one video: all participants in a grid, with their names, and their"
                                + " audio mixed.",
                        "FFmpeg decodes and encodes with low priority. Exit status 0 if the video was made, 1 if not, 69"
                                + " without FFmpeg.");
        command.addPositional(directory("Directory of the recording."));
        command.addOption(OptionSpec.builder(OUT)
                .paramLabel("FILE")
                .type(Path.class)
                .description("File to write (default: DIR/room.mp4).")
                .build());
        command.addOption(OptionSpec.builder(LAYOUT)
                .paramLabel("LAYOUT")
                .type(Layout.class)
                .converters(RecordingCommands::layout)
                .description(
                        "grid: all in one size, the default; speaker: the dominant speaker large, all small below.")
                .build());
        command.addOption(OptionSpec.builder(NO_NAMES)
                .description("Draw no names, for an FFmpeg without fonts.")
                .build());
        command.addOption(OptionSpec.builder(NAME)
                .paramLabel("ID=NAME")
                .type(Map.class)
                .auxiliaryTypes(String.class, String.class)
                .description("Name of a participant, drawn in place of the endpoint's id; may be repeated.")
                .build());
        command.addOption(ffmpeg());
        DoctorCommand.addStandardOptions(command);
        return command;
    }

    private static PositionalParamSpec directory(String description) {
        return PositionalParamSpec.builder()
                .paramLabel(DIRECTORY)
                .type(Path.class)
                .arity("1")
                .description(description)
                .build();
    }

    private static Layout layout(String name) {
        return switch (name) {
            case "grid" -> Layout.GRID;
            case "speaker" -> Layout.SPEAKER;
            default -> throw new TypeConversionException("expected grid or speaker");
        };
    }

    private static OptionSpec ffmpeg() {
        return OptionSpec.builder(FFMPEG)
                .paramLabel("PATH")
                .type(String.class)
                .defaultValue("ffmpeg")
                .description("FFmpeg, by name or path (default: ffmpeg).")
                .build();
    }

    /** Carries either out; {@code options} are those of the subcommand. Returns the exit status. */
    public static int run(ParseResult options, PrintWriter out) throws InterruptedException {
        Path folder = options.matchedPositionalValue(0, Path.of("."));
        Ffmpeg program = new Ffmpeg(options.matchedOptionValue(FFMPEG, "ffmpeg"));
        try {
            if (options.commandSpec().name().equals("compose")) {
                return compose(
                        RecordedRoom.read(folder),
                        options.matchedOptionValue(OUT, folder.resolve("room.mp4")),
                        options.matchedOptionValue(LAYOUT, Layout.GRID),
                        new Labels(!options.hasMatchedOption(NO_NAMES), options.matchedOptionValue(NAME, Map.of())),
                        program,
                        out);
            }
            return options.hasMatchedOption(JOIN)
                    ? join(RecordedRoom.read(folder), options.matchedOptionValue(ENDPOINT, ""), program, out)
                    : list(folder, options.hasMatchedOption(JSON), out);
        } catch (IOException e) {
            out.println(e.getMessage());
            return EXIT_IMPOSSIBLE;
        } finally {
            out.flush();
        }
    }

    private static int list(Path directory, boolean asJson, PrintWriter out) throws IOException {
        List<Map<String, Object>> found = new ArrayList<>();
        for (Path folder : folders(directory)) {
            RecordedRoom room = RecordedRoom.read(folder);
            Instant begin = Instant.ofEpochSecond((long) room.startedSeconds());
            long seconds = Math.round(room.durationSeconds());
            Map<String, Object> view = new LinkedHashMap<>();
            view.put("recording", folder.toString());
            view.put("begin", begin.toString());
            view.put("seconds", seconds);
            view.put("ended", room.hasEnded());
            view.put("participants", List.copyOf(room.endpoints()));
            view.put("files", room.tracks().size());
            view.put("bytes", room.bytes());
            found.add(view);
            if (!asJson) {
                out.printf(
                        Locale.ROOT,
                        "%s  begin %s, %d s%s, %d participants, %d files, %.1f MB%n",
                        folder,
                        begin,
                        seconds,
                        room.hasEnded() ? "" : " (still running, or cut off)",
                        room.endpoints().size(),
                        room.tracks().size(),
                        room.bytes() / 1e6);
            }
        }
        if (asJson) {
            out.println(Json.write(found));
        } else if (found.isEmpty()) {
            out.println("no recordings in " + directory);
        }
        return 0;
    }

    private static List<Path> folders(Path directory) throws IOException {
        if (!Files.isDirectory(directory)) {
            throw new IOException(directory + " is no directory");
        }
        if (Files.isRegularFile(directory.resolve(RecordedRoom.EVENTS))) {
            return List.of(directory);
        }
        try (Stream<Path> all = Files.list(directory)) {
            return all.filter(folder -> Files.isRegularFile(folder.resolve(RecordedRoom.EVENTS)))
                    .sorted()
                    .toList();
        }
    }

    private static int join(RecordedRoom room, String wanted, Ffmpeg program, PrintWriter out)
            throws InterruptedException, IOException {
        if (!wanted.isEmpty()) {
            checkIsThere(room, wanted);
        }
        for (String endpoint : room.endpoints()) {
            List<RecordedTrack> tracks = room.best(endpoint);
            if (wanted.isEmpty() || wanted.equals(endpoint)) {
                Path file = room.folder().resolve(endpoint.replaceAll("[^A-Za-z0-9_-]", "_") + ".mkv");
                int status = program.run(FfmpegArguments.join(tracks, file), 0, out);
                if (status != 0) {
                    return status;
                }
                out.println(file + ": " + tracks.size() + " tracks");
            }
        }
        return 0;
    }

    private static void checkIsThere(RecordedRoom room, String endpoint) throws IOException {
        if (!room.endpoints().contains(endpoint)) {
            throw new IOException(
                    endpoint + " is not in this recording; it has " + String.join(", ", room.endpoints()));
        }
    }

    private static int compose(
            RecordedRoom room, Path file, Layout layout, Labels labels, Ffmpeg program, PrintWriter out)
            throws InterruptedException, IOException {
        for (String endpoint : labels.names().keySet()) {
            checkIsThere(room, endpoint);
        }
        if (room.tracks().isEmpty()) {
            throw new IOException(room.folder() + " has no files to compose");
        }
        int status = program.run(FfmpegArguments.compose(room, file, layout, labels), room.durationSeconds(), out);
        if (status == 0) {
            out.println(file.toString());
        }
        return status;
    }
}

package org.starbridge.bridge.composition;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.starbridge.bridge.http.route.Json;

/**
 * One recording, as its {@code events.jsonl} tells.
 *
 * @param folder where it is
 * @param startedSeconds Unix time at which all times of its files begin
 * @param durationSeconds how long it is
 * @param hasEnded whether its end was written: else it goes on, or the bridge was killed
 * @param tracks its files, in the order in which they began
 * @param speakers the dominant speakers, one after the other
 */
record RecordedRoom(
        Path folder,
        double startedSeconds,
        double durationSeconds,
        boolean hasEnded,
        List<RecordedTrack> tracks,
        List<SpeakerTurn> speakers) {
    static final String EVENTS = "events.jsonl";

    RecordedRoom {
        tracks = List.copyOf(tracks);
        speakers = List.copyOf(speakers);
    }

    /** An endpoint is the dominant speaker from then on, in seconds of the recording. */
    record SpeakerTurn(double fromSeconds, String endpoint) {}

    /**
     * One file with one track.
     *
     * @param endpoint the participant that sent it
     * @param source the name of its source
     * @param encoding 0 = the lowest
     * @param isVideo whether it is a picture
     */
    record RecordedTrack(Path file, String endpoint, String source, int encoding, boolean isVideo) {}

    /**
     * Reads a folder.
     *
     * @throws IOException if it is no recording; the message says so
     */
    static RecordedRoom read(Path folder) throws IOException {
        Path events = folder.resolve(EVENTS);
        if (!Files.isRegularFile(events)) {
            throw new IOException(folder + " is no recording: it has no " + EVENTS);
        }
        double started = 0;
        double lastMs = 0;
        boolean hasEnded = false;
        List<RecordedTrack> tracks = new ArrayList<>();
        List<SpeakerTurn> speakers = new ArrayList<>();
        for (String line : Files.readAllLines(events)) {
            JsonNode event = parsed(line);
            lastMs = Math.max(lastMs, event.path("time").asDouble());
            switch (event.path("event").asText()) {
                case "start" -> started = event.path("unixSeconds").asDouble();
                case "end" -> hasEnded = true;
                case "file" -> add(folder, event, tracks);
                case "speaker" ->
                    speakers.add(new SpeakerTurn(
                            event.path("time").asDouble() / 1000,
                            event.path("endpoint").asText()));
                default -> {
                    // other events change no file
                }
            }
        }
        if (!hasEnded && !tracks.isEmpty()) {
            double modified = Files.getLastModifiedTime(tracks.getLast().file()).toMillis();
            lastMs = Math.max(lastMs, modified - 1000 * started);
        }
        return new RecordedRoom(folder, started, lastMs / 1000, hasEnded, tracks, speakers);
    }

    /** A line that was cut off when the bridge was killed is no event. */
    private static JsonNode parsed(String line) {
        try {
            return Json.tree(line);
        } catch (RuntimeException _) {
            return Json.tree("{}");
        }
    }

    private static void add(Path folder, JsonNode event, List<RecordedTrack> tracks) {
        String name = event.path("file").asText();
        Path file = folder.resolve(name).normalize();
        if (!name.isEmpty() && file.startsWith(folder.normalize()) && Files.isRegularFile(file)) {
            tracks.add(new RecordedTrack(
                    file,
                    event.path("endpoint").asText(),
                    event.path("source").asText(),
                    event.path("encoding").asInt(),
                    event.path("width").asInt() > 0));
        }
    }

    /** The participants, in the order in which their first files began. */
    Set<String> endpoints() {
        Set<String> endpoints = new LinkedHashSet<>();
        tracks.forEach(track -> endpoints.add(track.endpoint()));
        return endpoints;
    }

    /** The files of a participant: of pictures those of the best encoding, pictures first. */
    List<RecordedTrack> best(String endpoint) {
        List<RecordedTrack> all = tracks.stream()
                .filter(track -> track.endpoint().equals(endpoint))
                .toList();
        return all.stream()
                .filter(track -> all.stream()
                        .noneMatch(
                                other -> other.source().equals(track.source()) && other.encoding() > track.encoding()))
                .sorted(Comparator.comparing(RecordedTrack::isVideo).reversed())
                .toList();
    }

    long bytes() throws IOException {
        long sum = 0;
        for (RecordedTrack track : tracks) {
            sum += Files.size(track.file());
        }
        return sum;
    }
}

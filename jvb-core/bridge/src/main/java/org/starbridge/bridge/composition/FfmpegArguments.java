package org.starbridge.bridge.composition;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.starbridge.bridge.composition.RecordedRoom.RecordedTrack;

/** Arguments for FFmpeg. All files of a recording have one timeline, so timestamps are kept as they are. Stateless. */
final class FfmpegArguments {
    private static final int FRAMES_PER_SECOND = 25;

    private FfmpegArguments() {}

    /** Joins files without decoding them; each becomes a track. */
    static List<String> join(List<RecordedTrack> tracks, Path out) {
        List<String> arguments = inputs(tracks);
        for (int i = 0; i < tracks.size(); i++) {
            arguments.addAll(List.of("-map", i + ":0"));
        }
        arguments.addAll(List.of("-c", "copy", out.toString()));
        return arguments;
    }

    /** Lays participants out, each with its label below; their sound is mixed. */
    static List<String> compose(RecordedRoom room, Path out, Layout layout, Labels labels) {
        List<String> shown = room.endpoints().stream()
                .filter(endpoint -> room.best(endpoint).stream().anyMatch(RecordedTrack::isVideo))
                .toList();
        List<RecordedTrack> tracks = new ArrayList<>();
        room.endpoints().forEach(endpoint -> tracks.addAll(room.best(endpoint)));
        List<String> arguments = inputs(tracks);
        arguments.addAll(List.of("-filter_complex", graph(room, shown, tracks, layout, labels)));
        arguments.addAll(List.of("-map", "[picture]"));
        if (tracks.stream().anyMatch(track -> !track.isVideo())) {
            arguments.addAll(List.of("-map", "[sound]", "-c:a", "aac", "-b:a", "128k"));
        }
        arguments.addAll(List.of("-c:v", "libx264", "-preset", "veryfast", "-crf", "23", "-pix_fmt", "yuv420p"));
        arguments.addAll(List.of("-t", seconds(room.durationSeconds()), "-movflags", "+faststart", out.toString()));
        return arguments;
    }

    private static List<String> inputs(List<RecordedTrack> tracks) {
        List<String> arguments = new ArrayList<>(List.of("-copyts"));
        tracks.forEach(track -> arguments.addAll(List.of("-i", track.file().toString())));
        return arguments;
    }

    private static String graph(
            RecordedRoom room, List<String> shown, List<RecordedTrack> tracks, Layout layout, Labels labels) {
        StringBuilder graph = new StringBuilder("color=c=0x202428:s=" + Layout.WIDTH + "x" + Layout.HEIGHT + ":r="
                + FRAMES_PER_SECOND + ":d=" + seconds(room.durationSeconds()) + "[p0]");
        int pictures = 0;
        StringBuilder sounds = new StringBuilder();
        int sound = 0;
        for (int i = 0; i < tracks.size(); i++) {
            RecordedTrack track = tracks.get(i);
            if (track.isVideo()) {
                List<Layout.Place> places = layout.places(room, shown, track.endpoint());
                graph.append(";[" + i + ":v]fps=" + FRAMES_PER_SECOND + ",split=" + places.size());
                for (int k = 0; k < places.size(); k++) {
                    graph.append("[s" + i + "_" + k + "]");
                }
                for (int k = 0; k < places.size(); k++) {
                    graph.append(place(places.get(k), i + "_" + k, labels.filter(track.endpoint()), pictures++));
                }
            } else {
                graph.append(";[" + i + ":a]aresample=48000:async=1:first_pts=0[a" + i + "]");
                sounds.append("[a" + i + "]");
                sound++;
            }
        }
        graph.append(";[p" + pictures + "]null[picture]");
        if (sound > 0) {
            graph.append(";" + sounds + "amix=inputs=" + sound + ":duration=longest:normalize=0[sound]");
        }
        return graph.toString();
    }

    /** A picture laid over the one before. */
    private static String place(Layout.Place place, String id, String label, int before) {
        String size = place.width() + ":" + place.height();
        String times = place.times().isEmpty() ? "" : ":enable='" + place.times() + "'";
        return ";[s" + id + "]scale=" + size + ":force_original_aspect_ratio=decrease,pad=" + size
                + ":(ow-iw)/2:(oh-ih)/2:color=0x202428" + label + "[v" + id + "];[p" + before + "][v" + id + "]overlay="
                + place.left() + ":" + place.top() + ":eof_action=pass" + times + "[p" + (before + 1) + "]";
    }

    private static String seconds(double seconds) {
        return String.format(Locale.ROOT, "%.3f", Math.max(0.1, seconds));
    }
}
